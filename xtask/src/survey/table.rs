//! The tables that a survey prints, in Markdown.

use super::Row;
use super::causes::by_frequency;
use std::fmt::Write as _;

/// So many causes and callees are told.
const MOST: usize = 25;

pub fn text(rows: &[Row]) -> String {
    let mut text = String::from(
        "| project | files | lines | not preprocessed | refused | functions | contract | no open question | and all cases | none | \
         left out | certain errors | ms a function | over 100 ms |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let none = row.functions - row.with_contract;
        let analysed = (row.functions - row.left_out).max(1);
        let milliseconds = row.time.as_secs_f64() * 1e3 / analysed as f64;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {none} | {} | {} | {milliseconds:.0} | {} |",
            row.name,
            row.files,
            row.lines,
            row.not_preprocessed,
            row.refused,
            row.functions,
            share(row.with_contract, row.functions),
            share(row.without_question, row.functions),
            share(row.settled, row.functions),
            row.left_out,
            row.certain,
            row.slow,
        );
    }
    let Some(all) = rows.last() else { return text };
    for (title, counts) in [("obstacle", &all.obstacles.causes), ("without a body", &all.obstacles.callees)] {
        let _ = writeln!(text, "\n| {title} | functions | only obstacle of |\n|---|---:|---:|");
        for (name, count) in by_frequency(counts).into_iter().take(MOST) {
            let _ = writeln!(text, "| {name} | {} | {} |", count.functions, count.only);
        }
    }
    text
}

fn share(part: usize, whole: usize) -> String {
    match whole {
        0 => "0".to_owned(),
        whole => format!("{part} ({} %)", part * 100 / whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(share(2, 3), "2 (66 %)");
        assert_eq!(share(0, 0), "0");
    }
}
