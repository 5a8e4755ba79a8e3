//! The compiler flags that every command takes.
//!
//! They are written as compilers have them, with one dash and many letters, which the argument
//! parser cannot express. So they are taken out of the command line before it is parsed.

use source::DataModel;
use std::ffi::{OsStr, OsString};

/// Flags for the preprocessor, in the order given, and the data model they imply.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompilerFlags {
    pub flags: Vec<OsString>,
    /// Set by `-m32` or `-m64`; the last one counts.
    pub data_model: Option<DataModel>,
}

/// Flags whose value may be the next argument.
const WITH_VALUE: [&str; 8] = ["-I", "-D", "-U", "-isystem", "-include", "-iquote", "-idirafter", "-imacros"];

/// Flags that produce files or end preprocessing, with the number of values they take. A build
/// system's command line may contain them; they are not for us.
const DROPPED: [(&str, usize); 11] = [
    ("-c", 0),
    ("-S", 0),
    ("-E", 0),
    ("-o", 1),
    ("-M", 0),
    ("-MM", 0),
    ("-MD", 0),
    ("-MMD", 0),
    ("-MF", 1),
    ("-MT", 1),
    ("-MQ", 1),
];

/// Flags with which sizes, places or signs of members are other than those of the platform's convention.
const OTHER_LAYOUTS: [&str; 8] = [
    "-fpack-struct",
    "-fshort-enums",
    "-funsigned-bitfields",
    "-malign-double",
    "-mlong-double-64",
    "-mlong-double-128",
    "-mms-bitfields",
    "-mx32",
];

impl CompilerFlags {
    /// Whether the flags make plain `char` unsigned; the last one counts.
    pub fn plain_char_is_unsigned(&self) -> bool {
        let choice = self.flags.iter().rev().find_map(|flag| match flag.to_str()? {
            "-funsigned-char" | "-fno-signed-char" => Some(true),
            "-fsigned-char" | "-fno-unsigned-char" => Some(false),
            _ => None,
        });
        choice.unwrap_or(false)
    }

    /// A flag that changes how types are laid out in a way that is not followed; the last one of its kind counts.
    pub fn other_layout(&self) -> Option<&str> {
        let flags: Vec<&str> = self.flags.iter().filter_map(|flag| flag.to_str()).collect();
        let is_taken_back = |index: usize| {
            let opposite = match flags[index].split('=').next().unwrap_or_default() {
                "-malign-double" => "-mno-align-double".to_owned(),
                "-mms-bitfields" => "-mno-ms-bitfields".to_owned(),
                flag => flag.replacen("-f", "-fno-", 1),
            };
            flags[index + 1..].contains(&opposite.as_str())
        };
        let found = flags.iter().enumerate().find(|&(index, flag)| {
            let name = flag.split('=').next().unwrap_or_default();
            OTHER_LAYOUTS.contains(&name) && !is_taken_back(index)
        });
        found.map(|(_, flag)| *flag)
    }

    /// Separates compiler flags from the other arguments. What follows `--` stays as it is.
    pub fn extract(arguments: Vec<OsString>) -> Result<(Vec<OsString>, CompilerFlags), String> {
        let mut rest = Vec::new();
        let mut flags = CompilerFlags::default();
        let mut arguments = arguments.into_iter();
        rest.extend(arguments.next());
        while let Some(argument) = arguments.next() {
            if argument == "--" {
                rest.push(argument);
                rest.extend(arguments.by_ref());
            } else if let Some(&name) = WITH_VALUE.iter().find(|&&name| argument == name) {
                let value = arguments.next().ok_or_else(|| format!("`{name}` wants a value"))?;
                flags.flags.extend([argument, value]);
            } else if is_flag(&argument) {
                flags.extend(vec![argument]);
            } else {
                rest.push(argument);
            }
        }
        Ok((rest, flags))
    }

    /// Adds the flags that stand after `--`, without those that write files.
    pub fn extend(&mut self, more: Vec<OsString>) {
        let mut more = more.into_iter();
        while let Some(flag) = more.next() {
            match DROPPED.iter().find(|(name, _)| flag == *name) {
                Some(&(_, values)) => {
                    more.by_ref().take(values).for_each(drop);
                }
                None => self.push(flag),
            }
        }
    }

    fn push(&mut self, flag: OsString) {
        match flag.to_str() {
            Some("-m32") => self.data_model = Some(DataModel::Ilp32),
            Some("-m64") => self.data_model = Some(DataModel::Lp64),
            _ => self.flags.push(flag),
        }
    }
}

/// A flag that stands alone, its value attached. Options of the tool with one dash are `-p`, `-j`, `-h` and `-V`; whatever
/// compilers have besides is meant for them.
fn is_flag(argument: &OsStr) -> bool {
    let bytes = argument.as_encoded_bytes();
    let whole: [&[u8]; 8] =
        [b"-c", b"-w", b"-ansi", b"-pedantic", b"-pedantic-errors", b"-pthread", b"-pipe", b"-nostdinc"];
    let beginnings: [&[u8]; 14] = [
        b"-std=",
        b"-I",
        b"-D",
        b"-U",
        b"-isystem",
        b"-iquote",
        b"-include",
        b"-idirafter",
        b"-O",
        b"-f",
        b"-g",
        b"-m",
        b"-W",
        b"-M",
    ];
    whole.contains(&bytes) || beginnings.iter().any(|beginning| bytes.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn flags_are_taken_out() {
        let line = "besom ir -Iinc a.c -D X=1 -std=gnu99 -m32 --stats -include b.h -- -O2 -m64";
        let (rest, flags) = CompilerFlags::extract(words(line)).unwrap();
        assert_eq!(rest, words("besom ir a.c --stats -- -O2 -m64"));
        assert_eq!(flags.flags, words("-Iinc -D X=1 -std=gnu99 -include b.h"));
        assert_eq!(flags.data_model, Some(DataModel::Ilp32));
    }

    #[test]
    fn flags_that_change_layouts_are_seen() {
        let layout = |line: &str| {
            let (_, flags) = CompilerFlags::extract(words(line)).unwrap();
            flags.other_layout().map(str::to_owned)
        };
        assert_eq!(layout("besom check -fpack-struct=2 a.c").as_deref(), Some("-fpack-struct=2"));
        assert_eq!(layout("besom check -fshort-enums a.c").as_deref(), Some("-fshort-enums"));
        assert_eq!(layout("besom check -fshort-enums -fno-short-enums a.c"), None);
        assert_eq!(layout("besom check -fshort-wchar -O2 a.c"), None);
    }

    #[test]
    fn flags_of_compilers_may_stand_anywhere() {
        let line = "besom check -O2 -Wall -fno-strict-aliasing -p build -pthread -j4 -g3 -c -MMD a.c";
        let (rest, flags) = CompilerFlags::extract(words(line)).unwrap();
        assert_eq!(rest, words("besom check -p build -j4 a.c"));
        assert_eq!(flags.flags, words("-O2 -Wall -fno-strict-aliasing -pthread -g3"));
    }

    #[test]
    fn a_missing_value_is_reported() {
        let error = CompilerFlags::extract(words("besom ir a.c -I")).unwrap_err();
        assert_eq!(error, "`-I` wants a value");
    }

    #[test]
    fn flags_that_write_files_are_dropped() {
        let mut flags = CompilerFlags::default();
        flags.extend(words("-c -O2 -o a.o -MMD -MF a.d -m64 -Wall"));
        assert_eq!(flags.flags, words("-O2 -Wall"));
        assert_eq!(flags.data_model, Some(DataModel::Lp64));
        flags.extend(words("-o"));
        assert_eq!(flags.flags, words("-O2 -Wall"));
    }
}
