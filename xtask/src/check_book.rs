//! `cargo xtask check-book`: the documentation as a site, every link of which leads somewhere.

use crate::borrowed;
use clap::Args;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Args)]
pub struct Arguments {
    /// Where the site is written
    #[arg(long, default_value = "target/book")]
    to: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let program = match Command::new("mdbook").arg("--version").output() {
        Ok(_) => PathBuf::from("mdbook"),
        Err(_) => match borrowed::programs() {
            Some(programs) => programs.join("mdbook"),
            None => {
                crate::tools::missing("mdbook", "the documentation as a site");
                return Ok(());
            }
        },
    };
    let to = std::path::absolute(&arguments.to).map_err(|error| error.to_string())?;
    let output = Command::new(program).args(["build", "-d"]).arg(&to).output();
    let output = output.map_err(|error| format!("mdbook cannot be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || said.contains("[WARN]") || said.contains("[ERROR]") {
        return Err(format!("mdbook ended with {}:\n{said}", output.status));
    }
    let mut pages = Vec::new();
    collect(&to, &mut pages);
    let (mut links, mut broken) = (0, BTreeSet::new());
    for page in &pages {
        let text = std::fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        // What is around the text is made by mdbook; packages of it leave out scripts and fonts.
        let text = text.split("<main>").nth(1).and_then(|rest| rest.split("</main>").next()).unwrap_or(&text);
        for target in attributes(text) {
            links += 1;
            if !leads_somewhere(&to, page, text, target) {
                broken.insert(format!("{}: {target}", page.strip_prefix(&to).unwrap_or(page).display()));
            }
        }
    }
    if !broken.is_empty() {
        return Err(format!(
            "links that lead nowhere:\n{}",
            broken.into_iter().collect::<Vec<_>>().join("\n")
        ));
    }
    println!("{}: {} pages, {links} links, all of which lead somewhere", to.display(), pages.len());
    Ok(())
}

/// All pages but the one that has all others in it, and the one for addresses that are not there.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "html")
            && !["print.html", "404.html", "toc.html"].iter().any(|other| name == *other)
        {
            pages.push(path);
        }
    }
}

fn attributes(text: &str) -> impl Iterator<Item = &str> {
    ["href=\"", "src=\""]
        .into_iter()
        .flat_map(move |name| text.split(name).skip(1).filter_map(|rest| rest.split('"').next()))
}

fn leads_somewhere(site: &Path, page: &Path, text: &str, target: &str) -> bool {
    let target = target.replace("&amp;", "&");
    if target.contains("://") || target.starts_with("mailto:") || target.is_empty() {
        return true;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
    let has = |text: &str| anchor.is_empty() || text.contains(&format!("id=\"{anchor}\""));
    if file.is_empty() {
        return has(text);
    }
    let path = match file.strip_prefix('/') {
        Some(file) => site.join(file),
        None => page.parent().unwrap_or(site).join(file),
    };
    let is_page = path.extension().is_some_and(|extension| extension == "html");
    match is_page && !anchor.is_empty() {
        true => std::fs::read_to_string(&path).is_ok_and(|text| has(&text)),
        false => path.exists(),
    }
}
