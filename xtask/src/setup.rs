//! Installs what tests need, on Debian and its relatives, if that is allowed.

use std::path::Path;
use std::process::{Command, Stdio};

/// Something that tests need besides a Rust toolchain.
pub struct Need {
    /// What it is for.
    pub purpose: &'static str,
    pub packages: &'static [&'static str],
    pub is_there: fn() -> bool,
}

pub const COMPILER: Need = Need {
    purpose: "preprocessing C files and comparing with a compiler",
    packages: &["gcc", "libc6-dev"],
    is_there: || runs("cc", &["--version"]),
};

pub const MULTILIB: Need = Need {
    purpose: "32-bit headers and programs (-m32)",
    packages: &["gcc-multilib"],
    is_there: || preprocesses_32_bit_headers(),
};

pub const VALGRIND: Need = Need {
    purpose: "comparing the errors that the interpreter finds",
    packages: &["valgrind"],
    is_there: || runs("valgrind", &["--version"]),
};

pub const GIT: Need = Need {
    purpose: "choosing what has changed since a revision",
    packages: &["git"],
    is_there: || runs("git", &["--version"]),
};

pub const MUSL: Need = Need {
    purpose: "comparing models of the C library with a second library",
    packages: &["musl-tools"],
    is_there: || runs("musl-gcc", &["--version"]),
};

pub const Z3: Need = Need {
    purpose: "checking the solver against Z3",
    packages: &["libz3-dev"],
    is_there: || Path::new("/usr/include/z3.h").exists(),
};

pub const ISL: Need = Need {
    purpose: "checking sets of indices against isl",
    packages: &["libisl-dev", "pkg-config"],
    is_there: || Path::new("/usr/include/isl/set.h").exists(),
};

/// Whether the need is met, after an attempt to meet it.
pub fn ensure(need: &Need) -> bool {
    if (need.is_there)() {
        return true;
    }
    println!("installing {} for {}", need.packages.join(" "), need.purpose);
    install(need.packages) && (need.is_there)()
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
