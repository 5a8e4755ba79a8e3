//! `besom init`: writes a commented besom.toml for the project in a folder.

use crate::Status;
use crate::arguments::InitArguments;
use crate::configuration::FILE_NAME;
use crate::terminal::Terminal;
use source::{Diagnostic, Span};
use std::path::Path;

pub fn run(terminal: &Terminal, arguments: &InitArguments) -> Status {
    let path = arguments.folder.join(FILE_NAME);
    let bad = |message: String| {
        terminal.complain(&Diagnostic::error("output", Span::NONE, message));
        Status::Bad
    };
    if path.exists() {
        return bad(format!("`{}` is there already", path.display()));
    }
    let build = Build::detect(&arguments.folder);
    let text = text(&build);
    match std::fs::write(&path, text) {
        Ok(()) => {
            terminal.write(&format!("wrote `{}`\n{}\n", path.display(), build.advice()));
            Status::Success
        }
        Err(error) => bad(format!("cannot write `{}`: {error}", path.display())),
    }
}

/// How a project is built, as far as its files show.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Build {
    /// The folder of compile_commands.json, if there is one.
    database: Option<String>,
    /// The name of the build system, and the commands that analyse it.
    system: Option<(&'static str, &'static str)>,
    include: Vec<&'static str>,
}

/// Files that tell which build system is used.
const SYSTEMS: &[(&str, &str, &str)] = &[
    (
        "CMakeLists.txt",
        "CMake",
        "after `cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `besom check -p build`",
    ),
    ("meson.build", "Meson", "after `meson setup build`, `besom check -p build`"),
    ("build.ninja", "Ninja", "after `ninja -t clean`, `besom check -- ninja`"),
    ("configure.ac", "Autotools", "after `./configure`, `besom check -- make`"),
    ("configure", "Autotools", "after `./configure`, `besom check -- make`"),
    ("Makefile", "Make", "after `make clean`, `besom check -- make`"),
    ("makefile", "Make", "after `make clean`, `besom check -- make`"),
    ("GNUmakefile", "Make", "after `make clean`, `besom check -- make`"),
];

impl Build {
    fn detect(folder: &Path) -> Build {
        let has = |name: &str| folder.join(name).exists();
        let folders = [".", "build", "out", "builddir", "_build"];
        let database =
            folders.into_iter().find(|build| folder.join(build).join("compile_commands.json").exists());
        let system =
            SYSTEMS.iter().find(|(file, _, _)| has(file)).map(|&(_, name, commands)| (name, commands));
        let include = ["include", "src"].into_iter().filter(|name| folder.join(name).is_dir()).collect();
        Build { database: database.map(str::to_owned), system, include }
    }

    /// What to do next.
    fn advice(&self) -> String {
        match (&self.database, self.system) {
            (Some(build), _) => format!("`besom check -p {build}` analyses every file of the build"),
            (None, Some((name, commands))) => {
                format!("the project is built by {name}: {commands} analyses every file of the build")
            }
            (None, None) => "`besom check FILE.c` analyses a file".to_owned(),
        }
    }
}

fn text(build: &Build) -> String {
    let flags: Vec<String> = build.include.iter().map(|folder| format!("\"-I{folder}\"")).collect();
    format!(
        "# Settings of besom for this project; every key has the name of an option of `besom check`.\n\
         # {}.\n\n\
         # Flags for the preprocessor; folders are seen from the folder of this file.\n\
         flags = [{}]\n\n\
         # Files and folders that are not analysed by themselves and in which nothing is told.\n\
         exclude = []  # for example \"vendor/\", \"*_generated.c\"\n\n\
         # data-model = \"ILP32\"        # sizes of types; without this line LP64\n\
         # malloc-never-fails = true   # `malloc` and its relatives never return null\n\
         # overflow = true             # signed overflow is an error\n\
         # at-exit = true              # all memory must be freed when the program ends\n\
         # baseline = \"besom-baseline.json\"  # findings that are known; `besom baseline` writes it\n\n\
         # How far the analysis may go.\n\
         [limits]\n\
         # hunt-steps = 20000\n\
         # proof-steps = 150000\n\n\
         # What functions of the project do.\n\
         [models]\n\
         # my_alloc = \"malloc\"\n\n\
         # How findings are told: \"error\", \"warning\", \"note\" or \"off\"; `besom explain` lists the rules.\n\
         [rules]\n\
         # memory-lost = \"warning\"\n",
        build.advice(),
        flags.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;

    #[test]
    fn what_is_written_can_be_read() {
        let build = Build {
            database: None,
            system: Some(("Make", "`besom check -- make`")),
            include: vec!["include"],
        };
        let configuration = Configuration::parse(Path::new("besom.toml"), &text(&build)).unwrap();
        assert_eq!(configuration.flags.flags, ["-I", "include"]);
    }

    /// Every commented line is a valid setting.
    #[test]
    fn the_examples_in_comments_are_valid() {
        let build = Build { database: None, system: None, include: Vec::new() };
        let all: Vec<String> = text(&build)
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") => setting.to_owned(),
                _ => line.to_owned(),
            })
            .collect();
        let configuration = Configuration::parse(Path::new("besom.toml"), &all.join("\n")).unwrap();
        assert!(configuration.malloc_never_fails && configuration.baseline.is_some());
        assert_eq!(configuration.models["my_alloc"], "malloc");
    }
}
