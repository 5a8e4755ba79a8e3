//! Mistakes made in a small file.

use super::*;

const TEXT: &str = r#"typedef unsigned long size_t;
void *malloc(size_t); void *realloc(void *, size_t); void free(void *);
size_t strlen(const char *); char *strcpy(char *, const char *);
#define NULL ((void *)0)
struct item { char *name; struct item *next; };

char *copy(const char *s)
{
    char *t = malloc(strlen(s) + 1);
    if (t == NULL) {
        return NULL;
    }
    strcpy(t, s);
    return t;
}

int drop(struct item *item, int n)
{
    char *buffer = malloc(8);
    if (!buffer)
        return -1;
    if (n > 3) {
        free(buffer);
        return -1;
    }
    *buffer = 1;
    free(item->name);
    free(item);
    free(buffer);
    return 0;
}

int grow(struct item *item, size_t n)
{
    char *longer = realloc(item->name, n);
    if (!longer)
        return -1;
    item->name = longer;
    return 0;
}
"#;

/// The text with each mistake that can be made in it.
fn mistakes() -> Vec<(Kind, String, String)> {
    // Conditional macros apart, what a preprocessor makes of it.
    let preprocessed = TEXT.replace("#define NULL ((void *)0)", "").replace("NULL", "((void *)0)");
    let mut map = SourceMap::new();
    let file = map.add("a.c", preprocessed.as_bytes().to_vec()).unwrap();
    let unit = c_syntax::parse(preprocessed.as_bytes(), map.start(file)).unit;
    let allocators = Allocators::new(&BTreeMap::new());
    let parsed = Parsed { unit: &unit, map: &map, allocators: &allocators };
    let found = candidates::in_file(&parsed, &Original::new("a.c", TEXT.as_bytes()));
    let made = found.into_iter().map(|candidate| {
        let text = original::apply(TEXT.as_bytes(), &candidate.edits);
        (candidate.kind, candidate.function, String::from_utf8(text).unwrap())
    });
    made.collect()
}

/// The changed lines of the only mistake of a kind in a function.
fn only(kind: Kind, function: &str) -> Vec<String> {
    let all = mistakes();
    let mut found = all.iter().filter(|(one, name, _)| *one == kind && name == function);
    let (_, _, text) = found.next().unwrap();
    assert!(found.next().is_none());
    assert_eq!(text.lines().count(), TEXT.lines().count());
    let differing = TEXT.lines().zip(text.lines()).filter(|(before, after)| before != after);
    differing.map(|(_, after)| after.trim().to_owned()).collect()
}

#[test]
fn every_kind_is_made_where_it_is_a_mistake() {
    assert_eq!(only(Kind::ShortBuffer, "copy"), ["char *t = malloc(strlen(s));"]);
    assert_eq!(only(Kind::DroppedCheck, "copy"), [";", "", ""]);
    assert_eq!(only(Kind::MissingFree, "drop"), [";"]);
    assert_eq!(only(Kind::UseAfterFree, "drop"), ["free(item); free(item->name);", ";"]);
    assert_eq!(only(Kind::LosingRealloc, "grow"), ["char *longer = item->name = realloc(item->name, n);"]);
    let second: Vec<String> = mistakes()
        .into_iter()
        .filter(|(kind, ..)| *kind == Kind::SecondFree)
        .map(|(.., text)| text.lines().filter(|line| line.matches("free(").count() == 1).count().to_string())
        .collect();
    // The one on the error path, and those of the item and of the buffer; the name is behind the item.
    assert_eq!(second.len(), 3);
}

#[test]
fn the_choice_depends_on_the_seed_alone_and_takes_projects_in_turn() {
    let candidate = |line| Candidate {
        kind: Kind::SecondFree,
        function: format!("f{line}"),
        lines: (line, line),
        line,
        edits: Vec::new(),
    };
    let file = |project| SourceFile {
        project,
        path: PathBuf::new(),
        text: Vec::new(),
        flags: Vec::new(),
        candidates: (1..9).map(candidate).collect(),
    };
    let sources = [file(0), file(1)];
    let choice = |seed| chosen(Kind::SecondFree, &sources, &mut Random::new(seed));
    assert_eq!(choice(1), choice(1));
    assert_ne!(choice(1), choice(2));
    assert_eq!(choice(1).len(), 16);
    assert!(choice(1).chunks(2).all(|pair| pair[0].0 == 0 && pair[1].0 == 1));
    assert!(chosen(Kind::MissingFree, &sources, &mut Random::new(1)).is_empty());
}
