//! What messages look like.

use expect_test::{Expect, expect};
use report::{Layout, Originals, Renderer};
use source::{Diagnostic, FileId, SourceMap, Span};
use std::sync::Arc;

const LIST: &str = "\
# 1 \"list.c\"
# 1 \"list.h\" 1
struct node { struct node *next; };
# 3 \"list.c\" 2
int main(void) {
  struct node *list = malloc(sizeof *list);
  free(list);
  return list->next != 0;
}
";

fn span_of(map: &SourceMap, file: FileId, needle: &str) -> Span {
    let text = map.text(file);
    let offset = text.windows(needle.len()).position(|w| w == needle.as_bytes()).unwrap() as u32;
    Span::new(map.start(file) + offset, map.start(file) + offset + needle.len() as u32)
}

fn use_after_free(map: &mut SourceMap) -> Diagnostic {
    let file = map.add("list.i", LIST.as_bytes()).unwrap();
    Diagnostic::error("use-after-free", span_of(map, file, "list->next"), "read of freed memory")
        .with_label(span_of(map, file, "list->next"), "8 bytes are read here")
        .with_label(span_of(map, file, "malloc(sizeof *list)"), "allocated here")
        .with_label(span_of(map, file, "free(list)"), "freed here")
        .with_label(span_of(map, file, "struct node { struct"), "the type")
        .with_help("do not use the block after `free`")
}

fn check(renderer: Renderer, expected: Expect) {
    let mut map = SourceMap::new();
    let diagnostic = use_after_free(&mut map);
    expected.assert_eq(&renderer.render(&map, &Originals::new(), &diagnostic));
}

#[test]
fn a_story_quotes_every_place() {
    check(
        Renderer::default(),
        expect![[r#"
        error[use-after-free]: read of freed memory
         --> list.c:6:10
          |
        4 |   struct node *list = malloc(sizeof *list);
          |                       -------------------- allocated here
        5 |   free(list);
          |   ---------- freed here
        6 |   return list->next != 0;
          |          ^^^^^^^^^^ 8 bytes are read here
          |
         ::: list.h:1:1
          |
        1 | struct node { struct node *next; };
          | -------------------- the type
          |
          = help: do not use the block after `free`

    "#]],
    );
}

#[test]
fn one_line_per_place() {
    check(
        Renderer { layout: Layout::OneLine, ..Renderer::default() },
        expect![[r#"
        list.c:6:10: error: read of freed memory [use-after-free]
        list.c:6:10: note: 8 bytes are read here
        list.c:4:23: note: allocated here
        list.c:5:3: note: freed here
        list.h:1:1: note: the type
        list.c:6:10: help: do not use the block after `free`
    "#]],
    );
}

#[test]
fn colours_are_escape_sequences() {
    let mut map = SourceMap::new();
    let diagnostic = use_after_free(&mut map);
    let plain = Renderer::default().render(&map, &Originals::new(), &diagnostic);
    let coloured =
        Renderer { colors: true, ..Renderer::default() }.render(&map, &Originals::new(), &diagnostic);
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b[1m"));
}

#[test]
fn a_message_without_a_place_stands_alone() {
    let text = Renderer::default().render(
        &SourceMap::new(),
        &Originals::new(),
        &Diagnostic::error("internal", Span::NONE, "the pass `parse` panicked"),
    );
    expect![[r#"
        error[internal]: the pass `parse` panicked

    "#]]
    .assert_eq(&text);
}

#[test]
fn macros_are_quoted_as_written() {
    let mut map = SourceMap::new();
    let file = map.add("a.i", "# 1 \"a.c\"\nint x = ((0) + undeclared);\n".as_bytes()).unwrap();
    let mut originals = Originals::new();
    originals.insert(Arc::from("a.c"), "int x = ZERO_PLUS(undeclared);  /* sum */\n".as_bytes());
    let diagnostic = Diagnostic::error("undeclared", span_of(&map, file, "undeclared"), "unknown name");
    expect![[r#"
        error[undeclared]: unknown name
         --> a.c:1:19
          |
        1 | int x = ZERO_PLUS(undeclared);  /* sum */
          |                   ^^^^^^^^^^

    "#]]
    .assert_eq(&Renderer::default().render(&map, &originals, &diagnostic));
}

#[test]
fn a_line_of_fifty_megabytes_is_not_printed() {
    let mut map = SourceMap::new();
    let mut text = vec![b'x'; 50_000_000];
    text[25_000_000] = b'@';
    let file = map.add("a.c", text).unwrap();
    let at = map.start(file) + 25_000_000;
    let diagnostic = Diagnostic::error("syntax", Span::new(at, at + 1), "stray `@`");
    let text = Renderer::default().render(&map, &Originals::new(), &diagnostic);
    assert!(text.contains("a.c:1:25000001"), "{text}");
    assert!(text.contains('@') && text.len() < 2_000, "{text}");
}

#[test]
fn long_names_in_messages_are_cut() {
    let diagnostic = Diagnostic::error("undeclared", Span::NONE, "x".repeat(1_000_000));
    let text = Renderer::default().render(&SourceMap::new(), &Originals::new(), &diagnostic);
    assert!(text.len() < 1_000);
}
