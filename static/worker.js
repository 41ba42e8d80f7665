// The page's own program once more, in a worker: there it answers questions about all orders (see effects/worker.rs).

addEventListener(
  "message",
  async ({ data: { program, module } }) => {
    try {
      const { default: init } = await import(program);
      await init({ module_or_path: module });
    } catch (reason) {
      // Whoever made the worker hears of errors, and not of promises.
      reportError(reason);
    }
  },
  { once: true },
);
