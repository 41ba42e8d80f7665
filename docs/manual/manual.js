// What mdBook leaves out for keyboards and for those who listen: its bar is a landmark, what opens the table of contents is a
// button, and what scrolls sideways can have the focus.

(() => {
  "use strict";
  document.getElementById("mdbook-menu-bar").setAttribute("role", "banner");

  const label = document.getElementById("mdbook-sidebar-toggle");
  const isOpen = document.getElementById("mdbook-sidebar-toggle-anchor");
  const button = document.createElement("button");
  button.type = "button";
  button.className = label.className;
  button.title = label.title;
  button.setAttribute("aria-label", label.title);
  button.setAttribute("aria-controls", "mdbook-sidebar");
  button.append(...label.childNodes);
  const tell = () => button.setAttribute("aria-expanded", String(isOpen.checked));
  tell();
  isOpen.addEventListener("change", tell);
  button.addEventListener("click", () => isOpen.click());
  label.replaceWith(button);

  const wide = document.querySelectorAll("main .table-wrapper, main pre > code");
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const element of wide) observer.observe(element);
})();
