//! One page for a whole run, complete in itself: findings with their stories and pictures of memory,
//! functions with their contracts. It can be read without JavaScript; with it, one walks through the
//! stories by keyboard and filters.

use crate::contract_picture::contract_pictures;
use crate::drawing::svg;
use crate::formats::xml;
use crate::originals::Originals;
use findings::formula::lines;
use findings::picture::Picture;
use findings::{Answer, Event, EventKind, Finding, FunctionResult, Location, Report};
use std::fmt::Write as _;

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

/// How many lines are shown before and after the line of a step.
const AROUND: u32 = 3;

/// The page. Lines are quoted from `originals` where these are known.
pub fn html(report: &Report, originals: &Originals) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>besom: {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        xml(&report.files.join(" "))
    );
    header(&mut page, report);
    navigation(&mut page, report);
    page.push_str("<main>\n<section id=\"findings\">\n<h2>Findings</h2>\n");
    if report.findings.is_empty() {
        page.push_str("<p>Nothing was found.</p>\n");
    }
    for (index, finding) in report.findings.iter().enumerate() {
        article(&mut page, index + 1, finding, originals);
    }
    page.push_str("</section>\n");
    open_questions(&mut page, report);
    functions(&mut page, &report.functions);
    let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

fn header(page: &mut String, report: &Report) {
    page.push_str("<header>\n<h1>besom</h1>\n");
    for line in &report.summary {
        let _ = writeln!(page, "<p class=\"summary\">{}</p>", prose(line));
    }
    let told = report.told().count();
    let certain = report.told().filter(|finding| finding.certainty.is_certain()).count();
    let suppressed = report.findings.len() - told;
    let proved = report.functions.iter().filter(|function| function.answer == Answer::Proved).count();
    let _ = writeln!(
        page,
        "<ul class=\"counts\"><li><b>{told}</b> {}</li><li><b>{certain}</b> certain</li>\
         <li><b>{suppressed}</b> suppressed</li><li><b>{proved}</b> of {} functions with proved contracts</li></ul>",
        if told == 1 { "finding" } else { "findings" },
        report.functions.len()
    );
    if !report.assumptions.is_empty() {
        let _ =
            writeln!(page, "<p class=\"assumptions\">Assumed: {}.</p>", xml(&report.assumptions.join(", ")));
    }
    let _ = writeln!(
        page,
        "<p class=\"tools\"><label>Filter <input id=\"filter\" type=\"search\" placeholder=\"rule, file, function\"></label> \
         <button id=\"theme\" type=\"button\">light / dark</button> \
         <span class=\"keys\"><kbd>j</kbd> <kbd>k</kbd> step, <kbd>n</kbd> <kbd>p</kbd> finding, <kbd>/</kbd> filter</span></p>\n\
         <p class=\"made\">{} {}</p>\n</header>",
        report.tool.name, report.tool.version
    );
}

fn navigation(page: &mut String, report: &Report) {
    page.push_str("<nav>\n<h2>Contents</h2>\n<ul>\n");
    for (index, finding) in report.findings.iter().enumerate() {
        let place = finding.place.as_ref().map(|place| format!(" {}:{}", place.file, place.line));
        let _ = writeln!(
            page,
            "<li class=\"entry\"><a href=\"#finding-{}\"><span class=\"{}\">{}</span>{}</a></li>",
            index + 1,
            class(finding),
            finding.rule,
            xml(&place.unwrap_or_default())
        );
    }
    if !report.functions.is_empty() {
        page.push_str("<li><a href=\"#functions\">Functions</a></li>\n");
    }
    page.push_str("</ul>\n</nav>\n");
}

fn class(finding: &Finding) -> &'static str {
    match &finding.suppression {
        Some(_) => "suppressed",
        None => finding.level.name(),
    }
}

fn article(page: &mut String, number: usize, finding: &Finding, originals: &Originals) {
    let place = finding.place.as_ref().map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(
        page,
        "<article id=\"finding-{number}\" class=\"finding\" tabindex=\"-1\">\n<h3><span class=\"{}\">{}[{}]</span> {}</h3>\n\
         <p class=\"place\">{}</p>",
        class(finding),
        finding.level.name(),
        finding.rule,
        prose(&finding.headline()),
        xml(&place)
    );
    if let Some(suppression) = &finding.suppression {
        let _ = writeln!(page, "<p>Not told any more: {}.</p>", xml(&suppression.reason));
    }
    page.push_str("<ol class=\"story\">\n");
    for event in &finding.story {
        step(page, number, event, finding, originals);
    }
    page.push_str("</ol>\n");
    if finding.call_stack.len() > 1 {
        page.push_str("<p class=\"stack\">In ");
        let frames: Vec<String> = finding
            .call_stack
            .iter()
            .map(|frame| {
                let place = frame.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
                format!("<code>{}</code>{}", xml(&frame.function), xml(&place))
            })
            .collect();
        let _ = writeln!(page, "{}.</p>", frames.join(", called from "));
    }
    if let Some(hint) = &finding.hint {
        let _ = writeln!(page, "<p class=\"hint\">{}</p>", prose(hint));
    }
    if let Some(replay) = &finding.replay {
        let _ = writeln!(page, "<p>Repeat it: <code class=\"command\">{}</code></p>", xml(replay));
    }
    page.push_str("</article>\n");
}

fn step(page: &mut String, finding_number: usize, event: &Event, finding: &Finding, originals: &Originals) {
    let text = match (event.kind, event.text.as_str()) {
        (EventKind::Error, "") => &finding.message,
        (EventKind::Error, text) => text,
        (_, text) => text,
    };
    let _ = writeln!(
        page,
        "<li id=\"finding-{finding_number}-step-{}\" class=\"step{}\" tabindex=\"-1\"><p>{}</p>",
        event.number,
        if event.kind == EventKind::Error { " error-step" } else { "" },
        prose(text)
    );
    if let Some(place) = &event.place {
        source(page, place, originals);
    }
    figure(page, event.memory.as_ref());
    page.push_str("</li>\n");
}

fn figure(page: &mut String, picture: Option<&Picture>) {
    if let Some(picture) = picture {
        let _ = writeln!(page, "<figure>{}</figure>", svg(picture));
    }
}

/// The line of a step with its neighbours, the range marked.
fn source(page: &mut String, place: &Location, originals: &Originals) {
    let _ = write!(page, "<pre class=\"source\" aria-label=\"{}\">", xml(&place.to_string()));
    let file: std::sync::Arc<str> = place.file.as_str().into();
    let from = place.line.saturating_sub(AROUND).max(1);
    for line in from..=place.line.saturating_add(AROUND) {
        let text = match originals.line(&file, line) {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None if line == place.line => place.text.clone(),
            None => continue,
        };
        let is_marked = line == place.line;
        let _ = writeln!(
            page,
            "<span class=\"line{}\"><i>{line:>5}</i> {}</span>",
            if is_marked { " here" } else { "" },
            if is_marked { marked(&text, place) } else { xml(&text) }
        );
    }
    page.push_str("</pre>\n");
}

fn marked(text: &str, place: &Location) -> String {
    let letters: Vec<char> = text.chars().collect();
    let start = (place.column as usize).saturating_sub(1).min(letters.len());
    let end = if place.end_line > place.line { letters.len() } else { place.end_column as usize - 1 };
    let end = end.clamp(start, letters.len());
    let part = |range: std::ops::Range<usize>| xml(&letters[range].iter().collect::<String>());
    format!("{}<mark>{}</mark>{}", part(0..start), part(start..end), part(end..letters.len()))
}

fn open_questions(page: &mut String, report: &Report) {
    if report.open.is_empty() {
        return;
    }
    page.push_str("<section id=\"open\">\n<h2>Open questions</h2>\n<ul>\n");
    for open in &report.open {
        let place = open.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        let _ = writeln!(page, "<li>{}{}</li>", xml(&place), prose(&open.reason));
    }
    page.push_str("</ul>\n</section>\n");
}

fn functions(page: &mut String, functions: &[FunctionResult]) {
    if functions.is_empty() {
        return;
    }
    page.push_str("<section id=\"functions\">\n<h2>Functions</h2>\n");
    for function in functions {
        let place = function.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(
            page,
            "<details class=\"function\" id=\"function-{name}\"><summary><span class=\"{answer}\">{answer}</span> \
             <code>{name}({})</code> <span class=\"place\">{}</span></summary>",
            xml(&function.parameters.join(", ")),
            xml(&place),
            name = xml(&function.name),
            answer = function.answer.name(),
        );
        for (index, contract) in function.contracts.iter().enumerate() {
            let _ = writeln!(page, "<h4>Contract {}, proved</h4>\n<dl><dt>requires</dt><dd>", index + 1);
            let pictures = contract_pictures(function, contract);
            formulas(page, &lines(&contract.requires));
            figure(page, pictures.before.as_ref());
            page.push_str("</dd>");
            for (outcome, picture) in contract.ensures.iter().zip(&pictures.after) {
                page.push_str("<dt>ensures</dt><dd>");
                if outcome.ends_program {
                    page.push_str("the program ends");
                } else {
                    formulas(page, &lines(&outcome.formulas));
                    figure(page, picture.as_ref());
                }
                page.push_str("</dd>");
            }
            page.push_str("</dl>\n");
        }
        for error in &function.errors_if_called {
            let _ = writeln!(page, "<h4>Error if called so: {} [{}]</h4>", xml(&error.message), error.rule);
            formulas(page, &error.condition);
        }
        for open in &function.open {
            let place = open.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let _ = writeln!(page, "<p>Open: {}{}</p>", xml(&place), prose(&open.reason));
        }
        page.push_str("</details>\n");
    }
    page.push_str("</section>\n");
}

/// A sentence, in which names of the program stand between backticks.
fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return xml(text);
    }
    let part = |(index, part): (usize, &&str)| match index % 2 {
        0 => xml(part),
        _ => format!("<code>{}</code>", xml(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

fn formulas(page: &mut String, lines: &[String]) {
    if lines.is_empty() {
        page.push_str("nothing");
        return;
    }
    let _ = write!(page, "<pre>{}</pre>", xml(&lines.join("\n")));
}
