//! Installs what tests need, on Debian and its relatives, if that is allowed.

use std::path::Path;
use std::process::{Command, Stdio};

/// Something that tests need besides a Rust toolchain.
pub struct Need {
    /// What it is for.
    pub purpose: &'static str,
    pub packages: &'static [&'static str],
    /// What `rustup` is asked for.
    pub rustup: &'static [&'static str],
    pub is_there: fn() -> bool,
}

/// The oldest Rust that the manifests promise.
pub const OLDEST_RUST: &str = "1.88.0";

pub const OLDEST: Need = Need {
    purpose: "building with the oldest Rust that is promised",
    packages: &[],
    rustup: &["toolchain", "install", OLDEST_RUST, "--profile", "minimal"],
    is_there: || runs("rustup", &["run", OLDEST_RUST, "cargo", "--version"]),
};

pub const MUSL_TARGET: Need = Need {
    purpose: "building a static binary",
    packages: &[],
    rustup: &["target", "add", "x86_64-unknown-linux-musl"],
    is_there: has_musl_target,
};

pub const NINJA: Need = Need {
    purpose: "doing units of work of a plan",
    packages: &["ninja-build"],
    rustup: &[],
    is_there: || runs("ninja", &["--version"]),
};

pub const BAZEL: Need = Need {
    purpose: "doing units of work by Bazel, here and remotely",
    packages: &["bazel-bootstrap", "bazel-rules-java", "bubblewrap", "curl", "unzip", "ca-certificates"],
    rustup: &[],
    is_there: || runs("bazel", &["--version"]) && runs("bwrap", &["--version"]) && runs("unzip", &["-v"]),
};

pub const UNZIP: Need = Need {
    purpose: "looking into the packed extension",
    packages: &["unzip"],
    rustup: &[],
    is_there: || runs("unzip", &["-v"]),
};

pub const CHROMIUM: Need = Need {
    purpose: "walking through the page in a browser",
    packages: &["chromium"],
    rustup: &[],
    is_there: || runs("chromium", &["--version"]),
};

pub const NEOVIM: Need = Need {
    purpose: "talking to the language server from an editor",
    packages: &["neovim"],
    rustup: &[],
    is_there: || runs("nvim", &["--version"]),
};

pub const FRAMA_C: Need = Need {
    purpose: "reading exported contracts",
    packages: &["frama-c-base"],
    rustup: &[],
    is_there: || runs("frama-c", &["-version"]),
};

pub const CLANG: Need = Need {
    purpose: "builds that are compiled by clang",
    packages: &["clang"],
    rustup: &[],
    is_there: || runs("clang", &["--version"]),
};

pub const COMPILER: Need = Need {
    purpose: "preprocessing C files and comparing with a compiler",
    packages: &["gcc", "libc6-dev"],
    rustup: &[],
    is_there: || runs("cc", &["--version"]),
};

pub const MULTILIB: Need = Need {
    purpose: "32-bit headers and programs (-m32)",
    packages: &["gcc-multilib"],
    rustup: &[],
    is_there: || preprocesses_32_bit_headers(),
};

pub const VALGRIND: Need = Need {
    purpose: "comparing the errors that the interpreter finds",
    packages: &["valgrind"],
    rustup: &[],
    is_there: || runs("valgrind", &["--version"]),
};

pub const GIT: Need = Need {
    purpose: "choosing what has changed since a revision",
    packages: &["git"],
    rustup: &[],
    is_there: || runs("git", &["--version"]),
};

pub const MUSL: Need = Need {
    purpose: "comparing models of the C library with a second library",
    packages: &["musl-tools"],
    rustup: &[],
    is_there: || runs("musl-gcc", &["--version"]),
};

pub const Z3: Need = Need {
    purpose: "checking the solver against Z3",
    packages: &["libz3-dev"],
    rustup: &[],
    is_there: || Path::new("/usr/include/z3.h").exists(),
};

pub const ISL: Need = Need {
    purpose: "checking sets of indices against isl",
    packages: &["libisl-dev", "pkg-config"],
    rustup: &[],
    is_there: || Path::new("/usr/include/isl/set.h").exists(),
};

/// Whether the need is met, after an attempt to meet it.
pub fn ensure(need: &Need) -> bool {
    if (need.is_there)() {
        return true;
    }
    println!("installing {} for {}", [need.packages, need.rustup].concat().join(" "), need.purpose);
    let is_installed = match need.rustup {
        [] => install(need.packages),
        arguments => runs("rustup", arguments),
    };
    is_installed && (need.is_there)()
}

impl Need {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.packages.first().or(self.rustup.last()).copied().unwrap_or(self.purpose)
    }
}

fn has_musl_target() -> bool {
    let output = Command::new("rustup").args(["target", "list", "--installed"]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("x86_64-unknown-linux-musl"))
}

fn install(packages: &[&str]) -> bool {
    if !runs("apt-get", &["--version"]) {
        return false;
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root && !runs("sudo", &["-n", "true"]) {
        return false;
    }
    let apt = |arguments: &[&str]| {
        let mut command = match is_root {
            true => Command::new("apt-get"),
            false => {
                let mut command = Command::new("sudo");
                command.args(["-n", "apt-get"]);
                command
            }
        };
        command.args(["-q", "-y", "--no-install-recommends"]).args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install = [&["install"], packages].concat();
    apt(&install) || (apt(&["update"]) && apt(&install))
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn preprocesses_32_bit_headers() -> bool {
    let mut command = Command::new("cc");
    command.args(["-m32", "-E", "-x", "c", "-include", "stdio.h", "/dev/null"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
