//! Units of work give what the check of the whole build gives, whoever does them.

#[path = "support/tools.rs"]
mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A project of two programs and a library, with an error in it.
fn project(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("besom-plan-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let folder = folder.canonicalize().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "src/list.h",
        "#include <stdlib.h>\nstruct node { struct node *next; int value; };\n\
         static inline int is_empty(struct node *l) { return !l; }\n\
         struct node *push(struct node *l, int v);\nvoid drop(struct node *l);\nint sum(struct node *l);\n",
    );
    write(
        "src/list.c",
        "#include \"list.h\"\nstatic int help(void) { return 1; }\n\
         struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); if (!n) return l; n->next = l; n->value = v; return n; }\n\
         void drop(struct node *l) { while (l) { struct node *n = l->next; free(l); l = n; } }\n\
         int sum(struct node *l) { int s = help(); for (; !is_empty(l); l = l->next) s += l->value; return s; }\n",
    );
    write(
        "src/first.c",
        "#include \"list.h\"\nstatic int help(void) { return 2; }\n\
         int main(void) { struct node *l = push(0, help()); int s = sum(l); drop(l); return s > 0; }\n",
    );
    write(
        "src/second.c",
        "#include \"list.h\"\nint main(void) { struct node *l = push(0, 1); if (!l) return 0; drop(l); return l->value; }\n",
    );
    write(
        "src/other.c",
        "#include \"list.h\"\nstatic int help(struct node *l) { return sum(l) + 1; }\n\
         int twice(struct node *l) { return 2 * help(l); }\n\
         int last(struct node *l) { int v = l->value; free(l); return v + l->value; }\n",
    );
    let entries: Vec<String> = ["list", "first", "second", "other"]
        .iter()
        .map(|name| {
            format!(
                "{{\"directory\":{:?},\"file\":\"{name}.c\",\"command\":\"cc -c {name}.c\"}}",
                folder.join("src")
            )
        })
        .collect();
    write("compile_commands.json", &format!("[{}]", entries.join(",")));
    folder
}

/// Runs a line in the shell; returns what it printed, without the time.
fn shell(folder: &Path, line: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{{ {line}; }} 2>&1")]).current_dir(folder).stdin(Stdio::null());
    command.env("BESOM", env!("CARGO_BIN_EXE_besom")).env("BESOM_CACHE", folder.join("cache"));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter(|line| !line.starts_with("time ")).map(|line| format!("{line}\n")).collect()
}

fn report(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("besom-plan/report.txt")).unwrap()
}

/// Does the units level by level, as a cluster does: `sbatch` runs an array of jobs at once.
const SBATCH: &str = "#!/bin/sh\n\
    while [ $# -gt 0 ]; do case $1 in --array=*) last=${1#--array=1-};; --wrap) shift; line=$1;; esac; shift; done\n\
    i=1; while [ $i -le $last ]; do SLURM_ARRAY_TASK_ID=$i sh -c \"$line\" >&2 || exit 1; i=$((i+1)); done\n\
    echo 7\n";

#[test]
fn a_cluster_prints_what_one_machine_prints() {
    let folder = project("cluster");
    let local = shell(&folder, "\"$BESOM\" check -p . --no-cache");
    assert!(local.contains("use-after-free") && local.contains("programs "), "{local}");
    let planned = shell(&folder, "\"$BESOM\" plan -p .");
    assert!(planned.contains("4 files, 2 programs"), "{planned}");
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    std::fs::write(folder.join("bin/sbatch"), SBATCH).unwrap();
    let said = shell(&folder, "chmod +x bin/sbatch; PATH=\"$PWD/bin:$PATH\" sh besom-plan/slurm.sh");
    assert_eq!(report(&folder), local, "{said}");
    // The last unit had nothing to find out.
    let check = "\"$BESOM\" check -p . --no-cache";
    let reports = folder.join("besom-plan/results");
    assert!(std::fs::read_dir(reports).unwrap().count() >= 5, "{check}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ninja_prints_the_same_and_does_again_what_has_changed() {
    let folder = project("ninja");
    if !tools::has("ninja", "a plan done by Ninja") {
        return;
    }
    shell(&folder, "\"$BESOM\" plan -p .");
    let first = shell(&folder, "ninja -f besom-plan/build.ninja");
    assert_eq!(report(&folder), shell(&folder, "\"$BESOM\" check -p . --no-cache"), "{first}");
    assert!(shell(&folder, "ninja -f besom-plan/build.ninja").contains("no work to do"));
    // A header whose text does not change what is compiled is preprocessed again, and nothing more.
    shell(&folder, "touch src/list.h");
    let again = shell(&folder, "ninja -d explain -f besom-plan/build.ninja");
    assert!(!again.contains("] unit") && again.contains("] preprocess"), "{again}");
    // A file that has changed.
    let text = std::fs::read_to_string(folder.join("src/other.c")).unwrap();
    std::fs::write(folder.join("src/other.c"), text.replace("free(l); return", "return")).unwrap();
    let changed = shell(&folder, "ninja -f besom-plan/build.ninja");
    let local = shell(&folder, "\"$BESOM\" check -p . --no-cache");
    assert_eq!(report(&folder), local, "{changed}");
    assert!(!local.contains("`last`"), "{local}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_plans_are_refused() {
    let folder = project("bad");
    let refused = |line: &str, message: &str| {
        let said = shell(&folder, &format!("{line}; echo status $?"));
        assert!(said.contains(message) && said.contains("status 2"), "{line}: {said}");
    };
    refused("\"$BESOM\" plan", "--build");
    refused("\"$BESOM\" plan -p missing", "cannot read");
    refused("\"$BESOM\" plan -p . -DX", "compiler flags are those of the build");
    refused("\"$BESOM\" plan -p . -- --nonsense", "does not take these options");
    refused("\"$BESOM\" plan -p . --to compile_commands.json", "cannot write");
    refused("\"$BESOM\" plan -p . --preprocess 99 --into x.i", "has no entry 99");
    refused("\"$BESOM\" check -p . --unit missing.json", "cannot read");
    std::fs::write(folder.join("unit.json"), "{}").unwrap();
    refused("\"$BESOM\" check -p . --unit unit.json", "describes no unit of work");
    let unit = "{\"work\":\"report\",\"reads\":[\"unit.json\"],\"writes\":null}";
    std::fs::write(folder.join("unit.json"), unit).unwrap();
    refused("\"$BESOM\" check -p . --unit unit.json", "has no results");
    std::fs::remove_dir_all(&folder).unwrap();
}
