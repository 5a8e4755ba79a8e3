//! The files of a plan: a database of preprocessed files, a description of every unit, a Ninja file, and a script for Slurm.

use super::graph::Graph;
use crate::archive::write_if_changed;
use crate::arguments::PlanArguments;
use crate::line_markers;
use crate::project::Project;
use crate::unit::{Unit, Work};
use serde_json::json;
use source::DataModel;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::Result;
use std::path::{Component, Path, PathBuf};

pub struct Plan<'p> {
    pub arguments: &'p PlanArguments,
    /// This program.
    pub own: &'p Path,
    pub project: &'p Project,
    pub graph: &'p Graph,
    pub here: &'p Path,
}

/// One command: what it makes from what, and how many have to be done one after the other before it.
struct Step {
    rule: &'static str,
    command: String,
    output: String,
    inputs: Vec<String>,
    level: usize,
}

impl Plan<'_> {
    /// Writes everything. Returns the name of the Ninja file.
    pub fn write(&self) -> Result<PathBuf> {
        let folder = &self.arguments.to;
        // Where messages of units go.
        std::fs::create_dir_all(folder.join("results"))?;
        let texts = self.texts();
        self.write_database(&texts)?;
        let mut steps = self.preprocessing(&texts);
        let programs = self.graph.programs.len();
        let mut results: Vec<String> = Vec::new();
        for (number, name) in self.graph.programs.iter().enumerate() {
            let result = format!("results/program-{number}.results");
            self.add(&mut steps, &texts, Work::Program(name.clone()), &[], &result, 1)?;
            results.push(result);
        }
        for unit in &self.graph.units {
            let number = results.len() - programs;
            let before = (0..programs).chain(unit.uses.iter().map(|used| programs + used));
            let before: Vec<String> = before.map(|index| results[index].clone()).collect();
            let result = format!("results/files-{number}.results");
            self.add(&mut steps, &texts, Work::Files(unit.files.clone()), &before, &result, 2 + unit.depth)?;
            results.push(result);
        }
        self.add_report(&mut steps, &texts, &results)?;
        let ninja = folder.join("build.ninja");
        write_if_changed(&ninja, self.ninja(&steps).as_bytes())?;
        self.write_script(&steps)?;
        Ok(ninja)
    }

    fn inside(&self, name: &str) -> String {
        self.arguments.to.join(name).display().to_string()
    }

    /// Where the preprocessed texts are, seen from the folder of the plan: as in the project, so that the same files are near
    /// each other.
    fn texts(&self) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let paths = self.project.modules.iter().map(|(path, _)| {
            let short = line_markers::short(self.here, path);
            let parts = short.components().filter_map(|part| match part {
                Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
                Component::ParentDir => Some("up".to_owned()),
                Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
            });
            let parts: Vec<String> = parts.collect();
            let name = Path::new("i").join(parts.join("/")).with_extension("i").display().to_string();
            let further = |number: usize| format!("{}-{number}.i", name.trim_end_matches(".i"));
            let names = std::iter::once(name.clone()).chain((2..).map(further));
            let free = names.into_iter().find(|name| taken.insert(name.clone()));
            free.unwrap_or(name)
        });
        paths.collect()
    }

    fn write_database(&self, texts: &[String]) -> Result<()> {
        let entries = texts.iter().zip(&self.project.modules).map(|(text, (_, module))| {
            let machine = if module.data_model == DataModel::Ilp32 { "-m32" } else { "-m64" };
            json!({ "directory": ".", "file": text, "arguments": ["cc", machine, "-c", text] })
        });
        let entries: Vec<_> = entries.collect();
        let text = format!("{:#}\n", serde_json::Value::from(entries));
        write_if_changed(&self.arguments.to.join("compile_commands.json"), text.as_bytes())
    }

    fn preprocessing(&self, texts: &[String]) -> Vec<Step> {
        let files = self.project.modules.iter().zip(texts).zip(&self.project.entries);
        let steps = files.map(|(((path, _), text), entry)| {
            let output = self.inside(text);
            let into = word(&output);
            let command = format!("{} --preprocess {entry} --into {into}", self.plan_command());
            let source = line_markers::short(self.here, path).display().to_string();
            Step { rule: "preprocess", command, output, inputs: vec![source], level: 0 }
        });
        steps.collect()
    }

    fn plan_command(&self) -> String {
        format!(
            "{} plan -p {}",
            word(&self.own.display().to_string()),
            word(&self.arguments.build.display().to_string())
        )
    }

    fn check_command(&self, build: &Path, unit: &str) -> String {
        let mut words = vec![
            word(&self.own.display().to_string()),
            "check -p".to_owned(),
            word(&build.display().to_string()),
            "--unit".to_owned(),
            word(&self.inside(unit)),
        ];
        words.extend(self.arguments.options.iter().map(|option| word(option)));
        words.join(" ")
    }

    /// Describes a unit and adds the command that does it.
    fn add(
        &self,
        steps: &mut Vec<Step>,
        texts: &[String],
        work: Work,
        before: &[String],
        result: &str,
        level: usize,
    ) -> Result<()> {
        let name = result.replace("results", "units").replace(".units", ".json");
        let seen = |path: &String| Path::new("..").join(path);
        let unit =
            Unit { work, reads: before.iter().map(seen).collect(), writes: Some(seen(&result.to_owned())) };
        self.describe(&name, &unit)?;
        let output = self.inside(result);
        let log = word(&format!("{output}.log"));
        let command = format!("{} >{log} 2>&1", self.check_command(&self.arguments.to, &name));
        let inputs = std::iter::once(&name).chain(texts).chain(before).map(|name| self.inside(name));
        steps.push(Step { rule: "unit", command, output, inputs: inputs.collect(), level });
        Ok(())
    }

    /// The last unit looks at the build itself, because it quotes the sources.
    fn add_report(&self, steps: &mut Vec<Step>, texts: &[String], results: &[String]) -> Result<()> {
        let unit =
            Unit { work: Work::Report, reads: results.iter().map(PathBuf::from).collect(), writes: None };
        self.describe("report.json", &unit)?;
        let output = self.inside("report.txt");
        let command =
            format!("{} >{} 2>&1", self.check_command(&self.arguments.build, "report.json"), word(&output));
        let name = "report.json".to_owned();
        let inputs =
            std::iter::once(&name).chain(texts).chain(results).map(|name| self.inside(name)).collect();
        let level = steps.iter().map(|step| step.level).max().unwrap_or(0) + 1;
        steps.push(Step { rule: "report", command, output, inputs, level });
        Ok(())
    }

    fn describe(&self, name: &str, unit: &Unit) -> Result<()> {
        let text = format!("{:#}\n", json!(unit));
        write_if_changed(&self.arguments.to.join(name), text.as_bytes())
    }

    fn ninja(&self, steps: &[Step]) -> String {
        let mut text = "# Written by `besom plan`.\nninja_required_version = 1.5\n".to_owned();
        for (rule, further) in [
            ("preprocess", "  depfile = $out.d\n  deps = gcc\n  restat = 1\n"),
            ("unit", "  restat = 1\n"),
            ("report", ""),
        ] {
            // Writing to a string does not fail.
            let _ = write!(text, "rule {rule}\n  command = $line\n  description = {rule} $out\n{further}");
        }
        for step in steps {
            let inputs: Vec<String> = step.inputs.iter().map(|input| path(input)).collect();
            let _ = write!(
                text,
                "build {}: {} {}\n  line = {}\n",
                path(&step.output),
                step.rule,
                inputs.join(" "),
                step.command.replace('$', "$$")
            );
        }
        let _ = writeln!(text, "default {}", path(&self.inside("report.txt")));
        text
    }

    /// A script that hands the units to Slurm: an array of jobs for all that can be done at the same time, after that before it.
    fn write_script(&self, steps: &[Step]) -> Result<()> {
        let mut script = "#!/bin/sh\n# Written by `besom plan`: hands the units of work to Slurm. Nodes share this folder.\nset -eu\nbefore=\n".to_owned();
        script.push_str(
            "submit() {\n  before=$(sbatch --parsable ${before:+--dependency=afterok:$before} --array=1-$2 \\\n",
        );
        script.push_str(
            "    --output=\"$1-%a.log\" --wrap \"sed -n \\${SLURM_ARRAY_TASK_ID}p '$1' | sh -e\")\n",
        );
        script.push_str("  echo \"$1: job $before\"\n}\n");
        let levels = steps.iter().map(|step| step.level).max().unwrap_or(0);
        for level in 0..=levels {
            let lines: Vec<&str> =
                steps.iter().filter(|step| step.level == level).map(|step| step.command.as_str()).collect();
            if lines.is_empty() {
                continue;
            }
            let name = format!("levels/{level}");
            write_if_changed(&self.arguments.to.join(&name), format!("{}\n", lines.join("\n")).as_bytes())?;
            let _ = writeln!(script, "submit {} {}", word(&self.inside(&name)), lines.len());
        }
        write_if_changed(&self.arguments.to.join("slurm.sh"), script.as_bytes())
    }
}

/// A word for the shell.
fn word(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), |quoted| quoted.into_owned())
}

/// A path for Ninja.
fn path(text: &str) -> String {
    text.replace('$', "$$").replace(' ', "$ ").replace(':', "$:")
}
