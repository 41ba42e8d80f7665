//! `serve`: the playground on this machine, rebuilt when a file changes.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::arguments::Arguments;
use crate::project::Project;
use crate::{Result, command, dist, group, needs, setup};

const DEFAULT_PORT: u16 = 8080;
/// The number of ports that are tried if the wanted one is busy.
const PORTS: u16 = 50;
/// The output folder. It is not dist/, so that serving does not overwrite the page for visitors.
const FOLDER: &str = "target/serve";

/// Files that Trunk's hooks write into watched folders. Their sources are watched too.
const GENERATED: [&str; 2] = ["frontend/js/editor.js", "static/examples.txt"];

/// Installs missing tools, then runs Trunk until either of the two is ended.
pub fn serve(project: &Project, mut arguments: Arguments) -> Result<()> {
    let wanted = arguments.number("--port")?.unwrap_or(DEFAULT_PORT);
    let (open, release) = (arguments.flag("--open"), arguments.flag("--release"));
    let passed_on = arguments.passed_on();
    arguments.end()?;
    setup::ensure(project, needs::BUILD)?;

    let last = wanted.saturating_add(PORTS);
    let port = (wanted..=last).find(|port| is_free(*port));
    let port =
        port.ok_or_else(|| format!("ports {wanted} to {last} are all busy; choose another with `--port`"))?;
    if port != wanted {
        println!("port {wanted} is busy, taking {port}");
    }
    // If the first build fails, Trunk serves the output of an earlier one. Without its page nothing looks built.
    let _ = fs::remove_file(project.root.join(FOLDER).join("index.html"));
    // The manual is rebuilt from the current sources.
    let _ = fs::remove_dir_all(project.root.join(dist::SERVED_MANUAL));
    // Trunk can only ignore files that exist.
    for tool in ["tools/build-editor.mjs", "tools/bundle-examples.mjs"] {
        command::run(project.node([tool]))?;
    }

    let mut trunk = project.trunk(["serve", "--dist", FOLDER, "--port", &port.to_string()]);
    // A reverse lookup of the address, such as `localhost.`, need not resolve.
    trunk.arg("--disable-address-lookup");
    trunk.args(GENERATED.iter().flat_map(|path| ["--ignore", path]));
    trunk.args(open.then_some("--open"));
    if release {
        // The policy of the page for visitors would refuse Trunk's inline reload script.
        trunk.args(["--release", "--no-autoreload"]);
    }
    trunk.args(passed_on);
    println!("building; the address follows when the page is there (stop with Ctrl-C)");
    run_attended(trunk, port)
}

/// Checks both loopback addresses. A machine without IPv6 has only one.
fn is_free(port: u16) -> bool {
    let v6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port));
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
        && v6.err().is_none_or(|error| error.kind() != std::io::ErrorKind::AddrInUse)
}

/// Runs Trunk in a new process group, with an attendant that ends the group after this process has ended for any
/// reason. Trunk alone would not end its compilers.
fn run_attended(mut trunk: Command, port: u16) -> Result<()> {
    group::set_apart(&mut trunk);
    let failed = |error: std::io::Error| format!("trunk cannot be started: {error}");
    let mut child = trunk.stdin(Stdio::null()).spawn().map_err(failed)?;
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let mut attendant = Command::new(this);
    attendant.args(["attend", "--port", &port.to_string(), "--group", &child.id().to_string()]);
    group::set_apart(&mut attendant);
    if let Err(error) = attendant.stdin(Stdio::null()).spawn() {
        group::end(child.id());
        return Err(format!("the attendant of trunk cannot be started: {error}"));
    }
    let status = child.wait().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("trunk ended ({status})")) }
}
