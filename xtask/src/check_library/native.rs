//! Calls compiled against a C library and executed, each in a process of its own.

use super::calls::{Call, Seen};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a call did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// What was seen, in the order of [`Call::seen`].
    Seen(Vec<String>),
    Fault,
    /// The library does not have the function.
    Absent,
}

/// A compiler with its library.
pub struct Library {
    pub name: &'static str,
    compiler: &'static str,
    flags: &'static [&'static str],
}

pub const GLIBC: Library =
    Library { name: "the system's library", compiler: "cc", flags: &["-Wl,--no-as-needed", "-lm"] };
pub const MUSL: Library = Library { name: "musl", compiler: "musl-gcc", flags: &[] };
pub const SANITIZED: Library = Library {
    name: "the sanitizer",
    compiler: "cc",
    flags: &["-fsanitize=address", "-Wl,--no-as-needed", "-lm"],
};

/// What every program needs, whatever it calls.
pub const DECLARATIONS: &str = "\
struct _IO_FILE;
extern struct _IO_FILE *stdin, *stdout;
int *__errno_location(void);
void *malloc(unsigned long);
void free(void *);
unsigned long strlen(const char *);
static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}
";

/// Runs every call in a child process and says what it saw.
const HARNESS: &str = r#"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/wait.h>

extern int (*const calls[])(void);
extern const char *const inputs[];
extern const int lengths[];
extern const int count;

static int report;

static void say(const char *text) { if (write(report, text, strlen(text)) < 0) _exit(3); }
void say_number(long long number) { char text[40]; snprintf(text, sizeof text, ";%lld", number); say(text); }
void say_bytes(const unsigned char *bytes, int size) {
    say(";");
    for (int i = 0; i < size; i++) { char text[4]; snprintf(text, sizeof text, "%02x", bytes[i]); say(text); }
}
void say_text(const char *text) { if (text) say_bytes((const unsigned char *)text, strlen(text)); else say(";null"); }
void say_address(const char *address, const char *const *starts, const int *sizes, int buffers) {
    char text[40];
    if (!address) { say(";null"); return; }
    for (int i = 0; i < buffers; i++)
        if (address >= starts[i] && address <= starts[i] + sizes[i]) {
            snprintf(text, sizeof text, ";%d+%d", i, (int)(address - starts[i]));
            say(text);
            return;
        }
    say(";other");
}

int main(void) {
    for (int i = 0; i < count; i++) {
        int out[2], in[2];
        if (pipe(out) || pipe(in)) return 2;
        if (write(in[1], inputs[i], lengths[i]) < 0) return 2;
        close(in[1]);
        pid_t child = fork();
        if (child == 0) {
            alarm(5);
            int nothing = open("/dev/null", O_WRONLY);
            dup2(in[0], 0); dup2(nothing, 1); dup2(nothing, 2);
            close(out[0]);
            report = out[1];
            int absent = calls[i]();
            if (absent == 77) say("absent");
            say(".");
            _exit(0);
        }
        close(out[1]); close(in[0]);
        char text[4096];
        int length = 0, got;
        while (length < 4000 && (got = read(out[0], text + length, 4000 - length)) > 0) length += got;
        text[length] = 0;
        close(out[0]);
        int status = 0;
        waitpid(child, &status, 0);
        printf("%d %s %s\n", i, WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "seen" : "fault", text);
    }
    return 0;
}
"#;

impl Library {
    /// What the calls do with this library.
    pub fn effects(&self, calls: &[Call], folder: &Path) -> Result<Vec<Effect>, String> {
        let program = self.build(calls, folder)?;
        let output = Command::new(&program)
            .env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1:handle_segv=0")
            .env("LC_ALL", "C")
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
        let mut effects: BTreeMap<usize, Effect> = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.splitn(3, ' ');
            let number = words.next().and_then(|word| word.parse().ok());
            let (Some(number), Some(ending), Some(text)) = (number, words.next(), words.next()) else {
                continue;
            };
            let effect = match (ending, text.strip_suffix('.')) {
                (_, Some("absent")) => Effect::Absent,
                ("seen", Some(text)) => Effect::Seen(text.split(';').skip(1).map(str::to_owned).collect()),
                _ => Effect::Fault,
            };
            effects.insert(number, effect);
        }
        (0..calls.len())
            .map(|index| {
                effects.remove(&index).ok_or_else(|| format!("call {index} of {} said nothing", self.name))
            })
            .collect()
    }

    fn build(&self, calls: &[Call], folder: &Path) -> Result<PathBuf, String> {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            Ok::<PathBuf, String>(path)
        };
        let parts = [write("calls.c", &source(calls))?, write("harness.c", HARNESS)?];
        let program = folder.join("calls");
        let output = Command::new(self.compiler)
            .args(["-w", "-O0", "-fno-builtin", "-o"])
            .arg(&program)
            .args(parts)
            .args(self.flags)
            .output()
            .map_err(|error| format!("{} cannot be started: {error}", self.compiler))?;
        match output.status.success() {
            true => Ok(program),
            false => Err(format!("{}: {}", self.compiler, String::from_utf8_lossy(&output.stderr))),
        }
    }
}

/// One C file with a function for each call. Functions that a library does not have are absent.
fn source(calls: &[Call]) -> String {
    let mut text = DECLARATIONS.to_owned();
    text.push_str(
        "void say_number(long long);\nvoid say_bytes(const void *, int);\nvoid say_text(const char *);\n\
         void say_address(const void *, const void *, const int *, int);\n",
    );
    for (index, call) in calls.iter().enumerate() {
        let _ = writeln!(text, "static int call_{index}(void)\n{{");
        if let Some(prototype) = &call.prototype {
            let _ = writeln!(text, "    extern __attribute__((weak)) {prototype};");
            let _ = writeln!(text, "    if (!{}) return 77;", call.function);
        }
        let _ = write!(text, "{}    *__errno_location() = 0;\n    {}\n", call.setup, call.statement);
        // What comes last is the number of the error, which the others must not change.
        text.push_str("    int error = *__errno_location();\n");
        for seen in &call.seen {
            let _ = match seen {
                Seen::Number(value) if value.contains("errno") => writeln!(text, "    say_number(error);"),
                Seen::Number(value) => writeln!(text, "    say_number({value});"),
                Seen::Text(value) => writeln!(text, "    say_text({value});"),
                Seen::Bytes(buffer) => writeln!(text, "    say_bytes({}, {});", buffer.name, buffer.bytes),
                Seen::Address { value, buffers } => {
                    let names: Vec<String> =
                        buffers.iter().map(|buffer| format!("(char *){}", buffer.name)).collect();
                    let sizes: Vec<String> = buffers.iter().map(|buffer| buffer.bytes.to_string()).collect();
                    writeln!(
                        text,
                        "    {{ const char *starts[] = {{ {} 0 }}; const int sizes[] = {{ {} 0 }}; say_address({value}, starts, sizes, {}); }}",
                        names.iter().map(|name| format!("{name},")).collect::<String>(),
                        sizes.iter().map(|size| format!("{size},")).collect::<String>(),
                        buffers.len()
                    )
                }
            };
        }
        text.push_str("    return 0;\n}\n");
    }
    let list = |item: &dyn Fn(usize, &Call) -> String| -> String {
        calls.iter().enumerate().map(|(index, call)| format!("{},", item(index, call))).collect()
    };
    let bytes = |call: &Call| call.stdin.iter().map(|byte| format!("\\{byte:03o}")).collect::<String>();
    let _ =
        writeln!(text, "int (*const calls[])(void) = {{ {} }};", list(&|index, _| format!("call_{index}")));
    let _ = writeln!(
        text,
        "const char *const inputs[] = {{ {} }};",
        list(&|_, call| format!("\"{}\"", bytes(call)))
    );
    let _ = writeln!(text, "const int lengths[] = {{ {} }};", list(&|_, call| call.stdin.len().to_string()));
    let _ = writeln!(text, "const int count = {};", calls.len());
    text
}
