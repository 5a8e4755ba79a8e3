//! The `//@` comments: how a test program is to be run.

/// How to run one test program. Everything has a default, so most programs need none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Directives {
    /// `mode: NAME`; the runner knows the modes and chooses by the folder otherwise.
    pub mode: Option<String>,
    /// `flags: -m32 -DX=1`, for the preprocessor and the choice of the data model;
    /// `data-model: ILP32` is the same as `flags: -m32`.
    pub flags: Vec<String>,
    /// `arguments: a b c`, for the program.
    pub arguments: Vec<String>,
    /// `input: text`, one line of standard input each.
    pub input: Vec<String>,
    /// `choices: 1,2,3`, what the nondeterministic inputs are.
    pub choices: Option<String>,
    /// `options: --malloc-may-fail …`, for `besom run`.
    pub options: Vec<String>,
    /// `output: text`, one line of standard output each.
    pub output: Vec<String>,
    /// `exit-status: 3`.
    pub exit_status: Option<i32>,
    /// `seen-by: asan valgrind`, the other tools that notice the fault.
    pub seen_by: Vec<String>,
    /// `complete: 4/5`, how many of the functions have complete contracts.
    pub complete: Option<(usize, usize)>,
}

/// Enters one directive, `name: value`.
pub fn apply(directives: &mut Directives, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    let words = || value.split_whitespace().map(str::to_owned);
    match name {
        "mode" => directives.mode = Some(value.trim().to_owned()),
        "flags" => directives.flags.extend(words()),
        "data-model" => directives.flags.push(match value.trim() {
            "ILP32" => "-m32".to_owned(),
            "LP64" => "-m64".to_owned(),
            other => return Err(format!("`{other}` is no data model")),
        }),
        "arguments" => directives.arguments.extend(words()),
        "input" => directives.input.push(value.to_owned()),
        "choices" => directives.choices = Some(value.trim().to_owned()),
        "options" => directives.options.extend(words()),
        "seen-by" => directives.seen_by.extend(words()),
        "output" => directives.output.push(value.to_owned()),
        "exit-status" => {
            let status = value.trim().parse().map_err(|_| format!("`{value}` is no exit status"))?;
            directives.exit_status = Some(status);
        }
        "complete" => {
            let numbers = value.trim().split_once('/').map(|(complete, all)| (complete.parse(), all.parse()));
            let Some((Ok(complete), Ok(all))) = numbers else {
                return Err(format!("`{value}` does not say how many of how many functions"));
            };
            directives.complete = Some((complete, all));
        }
        _ => return Err(format!("`{name}` is no directive")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn directives_are_read() {
        let text = "//@ mode: run\n//@ flags: -m32 -DX=1\n//@ input: a  b\n//@ input:\n//@ exit-status: 3\n\
                    //@ data-model: LP64\n//@ seen-by: asan ubsan\n//@ complete: 4/5\nint x;";
        let directives = parse(text).unwrap().directives;
        assert_eq!(directives.mode.as_deref(), Some("run"));
        assert_eq!(directives.flags, ["-m32", "-DX=1", "-m64"]);
        assert_eq!(directives.input, ["a  b", ""]);
        assert_eq!(directives.exit_status, Some(3));
        assert_eq!(directives.seen_by, ["asan", "ubsan"]);
        assert_eq!(directives.complete, Some((4, 5)));
    }

    #[test]
    fn unknown_directives_are_refused() {
        assert_eq!(parse("\n//@ modes: run").unwrap_err(), "line 2: `modes` is no directive");
        assert!(parse("//@ exit-status: high").is_err());
        assert!(parse("//@ complete: 4").is_err());
    }
}
