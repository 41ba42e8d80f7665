//! `serve`: the playground on this machine, rebuilt when a file changes.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::process::Command;
use std::{env, fs};

use clap::Args;

use crate::project::Project;
use crate::{Result, attend, command, needs, setup};

/// The number of ports that are tried if the wanted one is busy.
const PORTS: u16 = 50;
/// The output folder. It is not dist/, so that serving does not overwrite the page for visitors.
const FOLDER: &str = "target/serve";

/// Files that Trunk's hooks write into watched folders. Their sources are watched too.
const GENERATED: [&str; 2] = ["frontend/js/editor.js", "static/examples.txt"];

/// The arguments of `serve`.
#[derive(Args)]
pub struct Serve {
    /// The port. If it is busy, the next free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Opens a browser.
    #[arg(long)]
    open: bool,
    /// Serves the optimized build.
    #[arg(long)]
    release: bool,
    /// Arguments of Trunk.
    #[arg(last = true)]
    trunk: Vec<String>,
}

/// Installs missing tools, then runs Trunk until either of the two is ended.
pub fn serve(project: &Project, arguments: &Serve) -> Result<()> {
    let wanted = arguments.port;
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
    // `tools/finish.mjs` rebuilds the manual from the current sources.
    let _ = fs::remove_dir_all(project.root.join("target/serve-manual"));
    // Trunk can only ignore files that exist.
    for tool in ["tools/build-editor.mjs", "tools/bundle-examples.mjs"] {
        command::run(project.node([tool]))?;
    }

    let port = port.to_string();
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let mut attend = Command::new(this);
    attend.args(["attend", "--port", &port, "--", "serve", "--dist", FOLDER, "--port", &port]);
    // A reverse lookup of the address, such as `localhost.`, need not resolve.
    attend.arg("--disable-address-lookup");
    attend.args(GENERATED.iter().flat_map(|path| ["--ignore", path]));
    attend.args(arguments.open.then_some("--open"));
    if arguments.release {
        // The policy of the page for visitors would refuse Trunk's inline reload script.
        attend.args(["--release", "--no-autoreload"]);
    }
    attend.args(&arguments.trunk);
    println!("building; the address follows when the page is there (stop with Ctrl-C)");
    let status = attend::spawn_apart(attend)?.wait().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err("Trunk no longer serves the page".to_owned()) }
}

/// Checks both loopback addresses. A machine without IPv6 has only one.
fn is_free(port: u16) -> bool {
    let v6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port));
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
        && v6.err().is_none_or(|error| error.kind() != std::io::ErrorKind::AddrInUse)
}
