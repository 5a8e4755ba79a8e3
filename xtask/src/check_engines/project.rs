//! A project of two programs and a library, with errors in it.

use super::printed;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which file is which; the first is the library of both programs.
pub const FILES: [(&str, &str); 5] = [
    (
        "list.h",
        "#include <stdlib.h>\nstruct node { struct node *next; int value; };\n\
         static inline int is_empty(struct node *l) { return !l; }\n\
         struct node *push(struct node *l, int v);\nvoid drop(struct node *l);\nint sum(struct node *l);\n",
    ),
    (
        "list.c",
        "#include \"list.h\"\nstatic int help(void) { return 1; }\n\
         struct node *push(struct node *l, int v) {\n  struct node *n = malloc(sizeof *n);\n  if (!n)\n    return l;\n  \
         n->next = l;\n  n->value = v;\n  return n;\n}\n\
         void drop(struct node *l) {\n  while (l) {\n    struct node *n = l->next;\n    free(l);\n    l = n;\n  }\n}\n\
         int sum(struct node *l) {\n  int s = help();\n  for (; !is_empty(l); l = l->next)\n    s += l->value;\n  return s;\n}\n",
    ),
    (
        "first.c",
        "#include \"list.h\"\nstatic int help(void) { return 2; }\n\
         int main(void) {\n  struct node *l = push(0, help());\n  int s = sum(l);\n  drop(l);\n  return s > 0;\n}\n",
    ),
    (
        "second.c",
        "#include \"list.h\"\nint main(void) {\n  struct node *l = push(0, 1);\n  if (!l)\n    return 0;\n  drop(l);\n  \
         return l->value;\n}\n",
    ),
    (
        "other.c",
        "#include \"list.h\"\nstatic int help(struct node *l) { return sum(l) + 1; }\n\
         int twice(struct node *l) { return 2 * help(l); }\n\
         void both(struct node *l) {\n  free(l);\n  free(l);\n}\n",
    ),
];

/// A folder with the project, which disappears with its owner.
pub struct Project {
    pub folder: PathBuf,
    pub besom: PathBuf,
}

impl Drop for Project {
    fn drop(&mut self) {
        // What is left in the folder for temporary files is removed by the system some day.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Project {
    pub fn new(name: &str, besom: &Path) -> Result<Project, String> {
        let folder = std::env::temp_dir().join(format!("besom-{name}-{}", std::process::id()));
        let project = Project { folder, besom: besom.to_owned() };
        for (file, text) in FILES {
            project.write(&format!("src/{file}"), text)?;
        }
        project.write_database(&[0, 1, 2, 3])?;
        Ok(project)
    }

    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        let bad = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(&self.folder)).map_err(bad)?;
        std::fs::write(&path, text).map_err(bad)
    }

    /// Names the files of the build in another order.
    pub fn reorder(&self, number: usize) -> Result<(), String> {
        self.write_database([&[3, 2, 1, 0], &[2, 0, 3, 1]][number % 2])
    }

    fn write_database(&self, order: &[usize]) -> Result<(), String> {
        let files: Vec<&str> =
            FILES.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".c")).collect();
        let chosen: Vec<&str> = order.iter().map(|&index| files[index]).collect();
        self.write("compile_commands.json", &self.database(&chosen))
    }

    /// A database of some files.
    pub fn database(&self, files: &[&str]) -> String {
        let entry = |name: &&str| {
            json!({ "directory": self.folder, "file": format!("src/{name}"),
                "arguments": ["cc", "-c", format!("src/{name}")] })
        };
        json!(files.iter().map(entry).collect::<Vec<_>>()).to_string()
    }

    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("BESOM_CACHE", self.folder.join("cache"));
        command.env_remove("CC").env_remove("COLUMNS").env_remove("LD_PRELOAD");
        command
    }

    /// What the check of the build prints, but for the time.
    pub fn check(&self, options: &[&str]) -> Result<String, String> {
        self.check_in(".", options)
    }

    /// The same for another database.
    pub fn check_in(&self, build: &str, options: &[&str]) -> Result<String, String> {
        // Both streams in the order in which they are written.
        let mut command = self.command(Path::new("sh"));
        command.args(["-c", "exec \"$0\" \"$@\" 2>&1"]).arg(&self.besom);
        let text = printed(command.args(["check", "--no-config", "-p", build]).args(options))?;
        Ok(text.lines().filter(|line| !line.starts_with("time ")).map(|line| format!("{line}\n")).collect())
    }

    /// What Ninja writes after it has done the units of a plan.
    pub fn ninja(&self) -> Result<String, String> {
        printed(self.command(&self.besom).args(["plan", "-p", "."]))?;
        printed(self.command(Path::new("ninja")).args(["-f", "besom-plan/build.ninja"]))?;
        let report = self.folder.join("besom-plan/report.txt");
        std::fs::read_to_string(&report).map_err(|error| format!("{}: {error}", report.display()))
    }
}
