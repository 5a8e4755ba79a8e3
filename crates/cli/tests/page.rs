//! The page in a real browser, where there is one: every link leads somewhere, keys walk through the stories, the filter
//! filters, a page of a thousand findings opens, and what is seen is what was seen when somebody last looked at it.

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

/// What a browser prints about a page. `None` if there is no browser.
fn browsed(folder: &Path, page: &str, options: &[&str]) -> Option<String> {
    let file = folder.join("page.html");
    std::fs::write(&file, page).unwrap();
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let browser = tools::first_of(&browsers, "the page in a browser")?;
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
        .args(options)
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the page looks like after a script has run in it, as a PNG. `None` if there is no browser.
fn screenshot(folder: &Path, page: &str, script: &str) -> Option<Vec<u8>> {
    let script = format!("<script>addEventListener('load', () => {{ {script} }});</script></body>");
    let file = folder.join("seen.png");
    let to = format!("--screenshot={}", file.display());
    let options = [&*to, "--window-size=1200,1000", "--force-device-scale-factor=1", "--hide-scrollbars"];
    browsed(folder, &page.replace("</body>", &script), &options)?;
    Some(std::fs::read(&file).unwrap())
}

/// Bytes as texts carry them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * index)) as usize & 63];
            text.push(if index > chunk.len() { '=' } else { letter as char });
        }
    }
    text
}

/// How much of two pictures differs, in thousandths of their area: the browser compares what is left of them when they are
/// made smaller, because letters are drawn a little differently on every machine.
fn difference(folder: &Path, left: &[u8], right: &[u8]) -> u64 {
    const COMPARE: &str = "
        const seen = ['left', 'right'].map(id => {
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [60, 50];
          const drawing = canvas.getContext('2d');
          drawing.imageSmoothingQuality = 'high';
          drawing.drawImage(document.getElementById(id), 0, 0, 60, 50);
          return drawing.getImageData(0, 0, 60, 50).data;
        });
        let cells = 0;
        for (let at = 0; at < seen[0].length; at += 4) {
          const differs = [0, 1, 2].some(part => Math.abs(seen[0][at + part] - seen[1][at + part]) > 32);
          cells += differs ? 1 : 0;
        }
        document.title = JSON.stringify(Math.round(cells / 3));";
    let image = |id, bytes| format!("<img id='{id}' src='data:image/png;base64,{}'>", base64(bytes));
    let page = format!("<html><body>{}{}</body></html>", image("left", left), image("right", right));
    asked(folder, &page, COMPARE).and_then(|seen| seen.as_u64()).expect("the browser was there before")
}

/// What the page says about itself after a script has run in it. `None` if there is no browser.
fn asked(folder: &Path, page: &str, script: &str) -> Option<Value> {
    let page = page.replace(
        "</body>",
        &format!("<script>addEventListener('load', () => {{ {script} }});</script></body>"),
    );
    let dom = browsed(folder, &page, &["--dump-dom"])?;
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

/// Pictures of the page that somebody has looked at, and that the documentation shows. `UPDATE_EXPECT=1` takes them again.
#[test]
fn the_page_looks_as_it_did() {
    let folder = folder("looks");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = std::fs::read_to_string(root.join("examples/list_use_after_free.c")).unwrap();
    let page = page_of(&folder.0, &program);
    // A picture is taken of what is at the top of the page, so nothing is scrolled, and steps are shown one at a time.
    let walk = |keys: &str| {
        format!(
            "document.head.insertAdjacentHTML('beforeend', '<style>ol {{ list-style: none }} .step:not(.current) {{ display: none }}</style>');
            Element.prototype.scrollIntoView = () => {{}};
            for (const key of '{keys}')
              document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));"
        )
    };
    let last = "j".repeat(20);
    let pictures = [
        ("story.png", walk(&last)),
        ("story-dark.png", format!("document.getElementById('theme').click(); {}", walk(&last))),
    ];
    let mut seen = Vec::new();
    for (name, script) in pictures {
        let Some(picture) = screenshot(&folder.0, &page, &script) else { return };
        let file = root.join("docs/images").join(name);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &picture).unwrap();
        }
        let differs = difference(&folder.0, &picture, &std::fs::read(&file).unwrap());
        assert!(differs <= 60, "{name}: {differs} of 1000 parts of the page look different");
        seen.push(picture);
    }
    // The comparison sees what there is to be seen: another theme, another step.
    assert!(difference(&folder.0, &seen[0], &seen[1]) > 500);
    let step = screenshot(&folder.0, &page, &walk("j")).unwrap();
    assert!(difference(&folder.0, &seen[0], &step) > 0);
}
