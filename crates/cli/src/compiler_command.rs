//! Compiler calls as builds make them, taken apart: which compiler, which files, and the flags that matter to
//! the preprocessor.

use crate::response_files;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A compiler call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompilerCommand {
    /// Variables that are set for it.
    pub environment: Vec<(String, String)>,
    /// Where it happens, if the command goes elsewhere first.
    pub directory: PathBuf,
    pub compiler: String,
    /// Without those that write files, end preprocessing or are for the linker.
    pub flags: Vec<OsString>,
    /// Source files, as they are written.
    pub sources: Vec<String>,
    /// Objects and libraries, as they are written.
    pub objects: Vec<String>,
    pub output: Option<String>,
    pub stage: Stage,
    /// What `-x` says.
    pub language: Option<String>,
}

/// How far the compiler goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stage {
    /// `-E`, `-M`: nothing is compiled.
    Preprocess,
    /// `-c`, `-S`.
    Compile,
    #[default]
    Link,
}

/// Programs that call the compiler that follows them.
const LAUNCHERS: [&str; 12] = [
    "ccache",
    "sccache",
    "distcc",
    "icecc",
    "buildcache",
    "gomacc",
    "env",
    "nice",
    "time",
    "libtool",
    "sh",
    "bash",
];

/// Flags whose value is the next word, and which matter.
const KEPT_WITH_VALUE: [&str; 22] = [
    "-I",
    "-D",
    "-U",
    "-A",
    "-B",
    "-F",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-iframework",
    "-target",
    "-arch",
    "--param",
    "--sysroot",
    "-Xclang",
];

/// Flags whose value is the next word, and which are not for the preprocessor.
const DROPPED_WITH_VALUE: [&str; 22] = [
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-G",
    "-Xlinker",
    "-Xassembler",
    "-Xanalyzer",
    "-mllvm",
    "-framework",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "-dumpbase-ext",
    "-wrapper",
    "--serialize-diagnostics",
];

/// Flags that end preprocessing, print something else, or are for the linker.
const DROPPED: [&str; 21] = [
    "-v",
    "-###",
    "-P",
    "-C",
    "-CC",
    "-H",
    "-Q",
    "-s",
    "-shared",
    "-static",
    "-static-pie",
    "-pie",
    "-no-pie",
    "-rdynamic",
    "-fsyntax-only",
    "-fdirectives-only",
    "-frewrite-includes",
    "-fpreprocessed",
    "-emit-llvm",
    "--analyze",
    "--coverage",
];

/// How such flags begin.
const DROPPED_PREFIXES: [&str; 11] = [
    "-M",
    "-d",
    "-l",
    "-L",
    "-Wa,",
    "-Wl,",
    "-save-temps",
    "--save-temps",
    "-fdump-",
    "-fmodule",
    "-fdiagnostics-color",
];

impl CompilerCommand {
    /// Takes the words of a command apart. Names in it are seen from the directory.
    pub fn parse(words: Vec<String>, directory: &Path) -> Result<CompilerCommand, String> {
        let mut command = CompilerCommand { directory: directory.to_owned(), ..CompilerCommand::default() };
        let words = command.without_changes_of_directory(words);
        let words = command.without_launchers(words)?;
        let words = response_files::expanded(words, &command.directory)?;
        let mut words = words.into_iter();
        let mut preprocessor_words = Vec::new();
        while let Some(word) = words.next() {
            if word == "--" {
                words.by_ref().for_each(|name| command.sources.push(name));
            } else if !word.starts_with('-') || word == "-" {
                command.input(word);
            } else {
                command.flag(word, &mut words, &mut preprocessor_words)?;
            }
        }
        command.flags.extend(preprocessor_flags(preprocessor_words));
        Ok(command)
    }

    /// `cd folder && cc …`: the last of several commands counts, in the folder that the others lead to.
    fn without_changes_of_directory(&mut self, words: Vec<String>) -> Vec<String> {
        let mut commands = words.split(|word| word == "&&" || word == ";").rev();
        let last = commands.next().unwrap_or_default().to_vec();
        for command in commands.rev() {
            if let [first, folder] = command
                && first == "cd"
            {
                self.directory = self.directory.join(folder);
            }
        }
        last
    }

    fn without_launchers(&mut self, words: Vec<String>) -> Result<Vec<String>, String> {
        let mut words = words.into_iter();
        let mut is_launched = false;
        while let Some(word) = words.next() {
            if let Some((name, value)) = assignment(&word) {
                self.environment.push((name.to_owned(), value.to_owned()));
            } else if is_launched && matches!(word.as_str(), "-u" | "-n" | "-C") {
                words.next();
            } else if LAUNCHERS.contains(&base_name(&word)) {
                is_launched = true;
            } else if !(is_launched && word.starts_with('-')) {
                self.compiler = word;
                return Ok(words.collect());
            }
        }
        Err("the command names no compiler".to_owned())
    }

    fn input(&mut self, word: String) {
        match is_source(&word) || self.language.is_some() {
            true => self.sources.push(word),
            false => self.objects.push(word),
        }
    }

    fn flag(
        &mut self,
        word: String,
        words: &mut impl Iterator<Item = String>,
        for_preprocessor: &mut Vec<String>,
    ) -> Result<(), String> {
        let mut value = |flag: &str| words.next().ok_or_else(|| format!("`{flag}` wants a value"));
        match word.as_str() {
            "-c" | "-S" => self.stage = Stage::Compile,
            "-E" | "-M" | "-MM" => self.stage = Stage::Preprocess,
            "-o" => self.output = Some(value("-o")?),
            "-x" => self.language = Some(value("-x")?).filter(|language| language != "none"),
            "-Xpreprocessor" => for_preprocessor.push(value("-Xpreprocessor")?),
            flag if DROPPED.contains(&flag) => {}
            flag if DROPPED_WITH_VALUE.contains(&flag) => {
                let value = value(flag)?;
                if flag == "-l" {
                    self.objects.push(format!("-l{value}"));
                }
            }
            flag if KEPT_WITH_VALUE.contains(&flag) => {
                let value = value(flag)?;
                self.flags.extend([word.into(), value.into()]);
            }
            _ => self.joined_flag(word, for_preprocessor),
        }
        Ok(())
    }

    /// A flag that has its value attached, or none.
    fn joined_flag(&mut self, word: String, for_preprocessor: &mut Vec<String>) {
        if let Some(words) = word.strip_prefix("-Wp,") {
            for_preprocessor.extend(words.split(',').map(str::to_owned));
        } else if let Some(output) = word.strip_prefix("-o") {
            self.output = Some(output.to_owned());
        } else if let Some(language) = word.strip_prefix("-x") {
            self.language = Some(language.to_owned()).filter(|language| language != "none");
        } else if word.starts_with("-l") {
            self.objects.push(word);
        } else if !DROPPED_PREFIXES.iter().any(|prefix| word.starts_with(prefix)) {
            self.flags.push(word.into());
        }
    }

    /// What keeps the file from being C, if something does.
    pub fn other_language(&self, file: &str) -> Option<&'static str> {
        if let Some(language) = &self.language {
            return match language.as_str() {
                "c" | "cpp-output" | "c-header" => None,
                "c++" | "c++-cpp-output" | "c++-header" => Some("C++"),
                "assembler" | "assembler-with-cpp" => Some("assembler"),
                _ => Some("another language"),
            };
        }
        let is_for_another_language = base_name(&self.compiler).contains("++");
        other_language(Path::new(file)).or(is_for_another_language.then_some("C++"))
    }
}

/// The language of a file that is not C, by the ending of its name.
pub fn other_language(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()? {
        "cc" | "cp" | "cpp" | "cxx" | "c++" | "CPP" | "C" | "ii" | "hh" | "hpp" | "hxx" | "h++" | "tcc"
        | "ixx" => Some("C++"),
        "m" | "mi" => Some("Objective-C"),
        "mm" | "M" | "mii" => Some("Objective-C++"),
        "s" | "S" | "sx" | "asm" => Some("assembler"),
        "cu" => Some("CUDA"),
        "f" | "for" | "f90" | "F" | "F90" | "f95" => Some("Fortran"),
        "rs" => Some("Rust"),
        "go" => Some("Go"),
        "d" => Some("D"),
        "o" | "obj" | "a" | "so" | "lib" | "dll" => Some("machine code"),
        _ => None,
    }
}

/// The name of a program without its folder.
pub fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

fn is_source(word: &str) -> bool {
    let path = Path::new(word);
    let is_c = path.extension().is_some_and(|ending| ending == "c" || ending == "i" || ending == "h");
    word == "-" || is_c || other_language(path).is_some_and(|language| language != "machine code")
}

/// `NAME=value` before a command.
fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then_some((name, value))
}

/// What `-Wp,` and `-Xpreprocessor` hand over, without the files it would write.
fn preprocessor_flags(words: Vec<String>) -> Option<OsString> {
    let mut kept = String::from("-Wp");
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            // Unlike the flags of the compiler, these two take the name of a file.
            "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" => drop(words.next()),
            word if word.starts_with("-M") => {}
            word => {
                kept.push(',');
                kept.push_str(word);
            }
        }
    }
    (kept != "-Wp").then(|| kept.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> CompilerCommand {
        CompilerCommand::parse(shlex::split(line).unwrap(), Path::new("/b")).unwrap()
    }

    fn flags(line: &str) -> Vec<String> {
        parse(line).flags.into_iter().map(|flag| flag.into_string().unwrap()).collect()
    }

    #[test]
    fn flags_that_write_files_are_dropped() {
        let line = "gcc -MMD -MP -MF x.d -MT x.o -MQ y -MFz.d -Wp,-MMD,dep/x.o.d -Wp,-D_X=1,-MD,y.d -save-temps=obj \
                    -fdump-tree-all -c a.c -o a.o -O2 -g -Wall";
        assert_eq!(flags(line), ["-O2", "-g", "-Wall", "-Wp,-D_X=1"]);
        let command = parse(line);
        assert_eq!((command.stage, command.output.as_deref()), (Stage::Compile, Some("a.o")));
        assert_eq!(command.sources, ["a.c"]);
        assert!(flags("gcc -Xpreprocessor -MF -Xpreprocessor x.d -c a.c -oa.o").is_empty());
    }

    #[test]
    fn values_are_no_files() {
        let command = parse("clang -I a.c -include b.c -iquote c.c -target arm-none-eabi -D X.c -x c -c d.x");
        assert_eq!(command.sources, ["d.x"]);
        assert_eq!(command.flags.len(), 10);
        assert_eq!(command.other_language("d.x"), None);
    }

    #[test]
    fn launchers_are_skipped() {
        for line in [
            "ccache gcc -c a.c",
            "env -i -u HOME LANG=C ccache /usr/bin/distcc gcc -c a.c",
            "nice -n 5 gcc -c a.c",
            "/bin/bash ./libtool --tag=CC --mode=compile gcc -c a.c",
            "LANG=C gcc -c a.c",
            "cd sub && gcc -c a.c",
        ] {
            let command = parse(line);
            assert_eq!(
                (command.compiler.as_str(), &command.sources[..]),
                ("gcc", &["a.c".to_owned()][..]),
                "{line}"
            );
        }
        assert_eq!(parse("LANG=C X=1 gcc -c a.c").environment.len(), 2);
        assert_eq!(parse("cd sub && cd sub2 ; gcc a.c").directory, Path::new("/b/sub/sub2"));
        assert!(CompilerCommand::parse(vec!["ccache".to_owned()], Path::new("/")).is_err());
        assert!(CompilerCommand::parse(Vec::new(), Path::new("/")).is_err());
    }

    #[test]
    fn objects_and_libraries_are_kept_for_links() {
        let command = parse("cc -o tool main.o sub/list.o libx.a -L. -lm -l z -Wl,-O1");
        assert_eq!(command.objects, ["main.o", "sub/list.o", "libx.a", "-lm", "-lz"]);
        assert_eq!(command.stage, Stage::Link);
        assert!(command.flags.is_empty());
    }

    #[test]
    fn other_languages_are_told_by_name_option_and_compiler() {
        assert_eq!(parse("cc -c a.cpp").other_language("a.cpp"), Some("C++"));
        assert_eq!(parse("g++ -c a.c").other_language("a.c"), Some("C++"));
        assert_eq!(parse("/usr/bin/arm-linux-gnueabi-gcc-12 -c a.c").other_language("a.c"), None);
        assert_eq!(parse("cc -x c++ -c a.c").other_language("a.c"), Some("C++"));
        assert_eq!(parse("cc -xc -c a.cc").other_language("a.cc"), None);
        assert_eq!(parse("cc -c a.S").other_language("a.S"), Some("assembler"));
    }

    #[test]
    fn a_flag_without_its_value_is_a_mistake() {
        let words = vec!["cc".to_owned(), "-c".to_owned(), "a.c".to_owned(), "-o".to_owned()];
        assert_eq!(CompilerCommand::parse(words, Path::new("/")), Err("`-o` wants a value".to_owned()));
    }
}
