//! The page in a real browser, where there is one: every link leads somewhere, keys walk through the stories, the filter
//! filters, and a page of a thousand findings opens.

#[path = "support/tools.rs"]
mod tools;

use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(test: &str) -> Folder {
    let path = std::env::temp_dir().join(format!("besom-page-{}-{test}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    Folder(path)
}

/// What the page says about itself after a script has run in it. `None` if there is no browser.
fn asked(folder: &Path, page: &str, script: &str) -> Option<Value> {
    let page = page.replace(
        "</body>",
        &format!("<script>addEventListener('load', () => {{ {script} }});</script></body>"),
    );
    let file = folder.join("page.html");
    std::fs::write(&file, page).unwrap();
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let browser = tools::first_of(&browsers, "the page in a browser")?;
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    let title = title.unwrap_or_default().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&title).unwrap_or_else(|error| panic!("{error}: {title}")))
}

fn page_of(folder: &Path, program: &str) -> String {
    std::fs::write(folder.join("a.c"), program).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_besom"))
        .args(["check", "--no-config", "--format", "html", "a.c"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Functions that use what they have freed.
fn many(count: usize) -> String {
    let mut text = "#include <stdlib.h>\nstruct node { int value; struct node *next; };\n".to_owned();
    for index in 0..count {
        let _ = writeln!(text, "int use_{index}(struct node *n) {{\n  free(n);\n  return n->value;\n}}");
    }
    text
}

const WALK: &str = "
    const press = key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const at = () => (document.querySelector('.step.current') || {}).id;
    const steps = ['j', 'j', 'j', 'k', 'n', 'n', 'p'].map(key => { press(key); return at(); });
    const broken = [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))
      .filter(href => !href.startsWith('#') || !document.getElementById(href.slice(1)));
    const filter = document.getElementById('filter');
    filter.value = 'use_1';
    filter.dispatchEvent(new Event('input'));
    const left = document.querySelectorAll('article.finding:not(.hidden)').length;
    document.getElementById('theme').click();
    const outside = [...document.querySelectorAll('[src], link')].length;
    document.title = JSON.stringify({ steps, broken, left, outside, theme: document.documentElement.dataset.theme,
      names: document.querySelector('article h3 code').textContent });
";

#[test]
fn keys_links_and_the_filter_work() {
    let folder = folder("walk");
    let page = page_of(&folder.0, &many(3));
    let Some(seen) = asked(&folder.0, &page, WALK) else { return };
    let step = |finding, step| format!("finding-{finding}-step-{step}");
    let steps = [(1, 1), (1, 2), (1, 2), (1, 1), (2, 1), (3, 1), (2, 1)].map(|(a, b)| step(a, b));
    assert_eq!(seen["steps"], serde_json::json!(steps));
    assert_eq!((&seen["broken"], &seen["outside"]), (&serde_json::json!([]), &0.into()));
    assert_eq!((&seen["left"], &seen["names"]), (&1.into(), &"use_0".into()), "{seen}");
    assert_eq!(seen["theme"], "dark");
}

#[test]
fn a_thousand_findings_open() {
    let folder = folder("thousand");
    let page = page_of(&folder.0, &many(1000));
    assert_eq!(page.matches("class=\"finding\"").count(), 1000);
    let script =
        "document.title = JSON.stringify({ findings: document.querySelectorAll('article.finding').length,
        milliseconds: performance.now() })";
    let Some(seen) = asked(&folder.0, &page, script) else { return };
    assert_eq!(seen["findings"], 1000, "{seen}");
    // Told, not asserted: the machine may be busy with something else.
    println!("a page of 1,000 findings opens in {} ms", seen["milliseconds"]);
}
