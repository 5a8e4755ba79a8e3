//! `cargo xtask bench-frontend`: is the front end fast, and does its time grow linearly?

use analyzer::{FrontEnd, Input, Pass, front_end_here, on_large_stack};
use clap::Args;
use source::{DataModel, SourceMap};
use std::fmt::Write;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// How often each input is taken; the fastest run counts
    #[arg(long, default_value_t = 3)]
    repetitions: u32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    println!("| input | MB | functions | ms | MB/s | parse | check | lower | verify |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut speeds = Vec::new();
    for size in [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000] {
        let name = format!("functions, {:.1} MB", size as f64 / 1e6);
        speeds.push(measure(&name, program_of_size(size), arguments)?);
    }
    measure("initialiser of 500,000 integers", initialiser(500_000), arguments)?;
    measure("initialiser of 100,000 designated structs", designated(100_000), arguments)?;
    measure("string literal of 50 MB", string_literal(50_000_000), arguments)?;
    measure("one function of 100,000 statements", long_function(100_000), arguments)?;
    let (slowest, fastest) =
        speeds.iter().fold((f64::MAX, 0.0f64), |(low, high), &speed| (low.min(speed), high.max(speed)));
    println!(
        "\nlinearity: {slowest:.1} to {fastest:.1} MB/s from 100 kB to 10 MB, a factor of {:.2}",
        fastest / slowest
    );
    Ok(())
}

/// Prints a row and returns the speed in MB per second of one processor.
fn measure(name: &str, text: Vec<u8>, arguments: &Arguments) -> Result<f64, String> {
    let input = Input { name: "bench.i".to_owned(), text: text.into(), data_model: DataModel::Lp64 };
    let mut best: Option<(Duration, FrontEnd)> = None;
    for _ in 0..arguments.repetitions.max(1) {
        let (time, result) = on_large_stack(|| {
            let clock = Clock::start();
            let result = front_end_here(&mut SourceMap::new(), &input);
            (clock.elapsed(), result)
        })?;
        if let Some(diagnostic) = result.diagnostics.first() {
            return Err(format!("{name}: {}", diagnostic.message));
        }
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, result));
        }
    }
    let Some((time, result)) = best else { return Err("nothing was measured".to_owned()) };
    let megabytes = input.text.len() as f64 / 1e6;
    let speed = megabytes / time.as_secs_f64();
    let times = &result.statistics.times;
    let share = |pass| 100.0 * times.of(pass).as_secs_f64() / times.total().as_secs_f64();
    let shares = Pass::ALL.map(|pass| format!("{:.0} %", share(pass))).join(" | ");
    let milliseconds = time.as_secs_f64() * 1e3;
    let functions = result.statistics.functions;
    println!("| {name} | {megabytes:.1} | {functions} | {milliseconds:.1} | {speed:.1} | {shares} |");
    Ok(speed)
}

/// Measures the processor time of the current thread where the system tells it (Linux), so that
/// other programs do not matter much; the time on the wall elsewhere.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// The first number in the scheduler's statistics is the time on a processor in nanoseconds.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Ordinary C: records, lists, tables, arithmetic, strings, switches.
fn program_of_size(bytes: usize) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 4096);
    text.push_str(
        "# 1 \"bench.c\"\ntypedef unsigned long size_t;\nextern void *malloc(size_t);\nextern void free(void *);\n\
         extern int printf(const char *, ...);\nextern size_t strlen(const char *);\n",
    );
    let mut number = 0;
    while text.len() < bytes {
        let n = number;
        let _ = write!(
            text,
            r#"struct record_{n} {{
  int key;
  unsigned flags : 3, kind : 5;
  char name[{length}];
  struct record_{n} *next, *previous;
  union {{ long number; double fraction; void *pointer; }} value;
}};

enum state_{n} {{ IDLE_{n}, RUNNING_{n} = {value}, STOPPED_{n} }};

static const char *const names_{n}[] = {{ "idle", "running", "stopped", [5] = "unknown" }};
static struct record_{n} table_{n}[4] = {{ {{ .key = {value}, .name = "first" }}, {{ 2, 1, 3, "second", 0, 0, {{ 7 }} }} }};

static struct record_{n} *insert_{n}(struct record_{n} **head, int key, const char *name) {{
  struct record_{n} *record = malloc(sizeof *record);
  if (!record)
    return 0;
  record->key = key;
  record->kind = key & 31;
  for (size_t i = 0; i < sizeof record->name && name[i]; i++)
    record->name[i] = name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i];
  record->next = *head;
  record->previous = (struct record_{n} *)0;
  if (*head)
    (*head)->previous = record;
  return *head = record;
}}

int process_{n}(int count, enum state_{n} state) {{
  struct record_{n} *head = 0, *cursor;
  long sum = 0;
  while (count-- > 0) {{
    if (!insert_{n}(&head, count * {value} % 17, names_{n}[count % 3]))
      goto out;
    switch (state) {{
    case IDLE_{n}: state = RUNNING_{n}; break;
    case RUNNING_{n}: sum += head->key << 2; /* fall through */
    default: state = count & 1 ? STOPPED_{n} : IDLE_{n};
    }}
  }}
  for (cursor = head; cursor; cursor = cursor->next)
    sum += cursor->key + (long)strlen(cursor->name) - table_{n}[cursor->key & 3].key;
out:
  while ((cursor = head)) {{
    head = cursor->next;
    free(cursor);
  }}
  printf("%ld in state %d\n", sum, (int)state);
  return (int)(sum ^ (sum >> 7));
}}

"#,
            length = 8 + n % 24,
            value = 3 + n % 100
        );
        number += 1;
    }
    text.into_bytes()
}

fn initialiser(elements: usize) -> Vec<u8> {
    let mut text = String::from("int table[] = {\n");
    for index in 0..elements {
        let _ = write!(text, "{},{}", index * 7919 % 100_003, if index % 16 == 15 { '\n' } else { ' ' });
    }
    text.push_str("};\n");
    text.into_bytes()
}

fn designated(elements: usize) -> Vec<u8> {
    let mut text = String::from(
        "struct entry { const char *name; struct { int x, y; } at; int *link; };\nextern int target;\nstruct entry table[] = {\n",
    );
    for index in 0..elements {
        let _ = writeln!(
            text,
            "  [{index}] = {{ .name = \"entry {index}\", .at.x = {index}, .at.y = -1, .link = &target }},"
        );
    }
    text.push_str("};\n");
    text.into_bytes()
}

fn string_literal(length: usize) -> Vec<u8> {
    let mut text = b"const char text[] = \"".to_vec();
    text.extend((0..length).map(|index| b'a' + (index % 26) as u8));
    text.extend_from_slice(b"\";\n");
    text
}

fn long_function(statements: usize) -> Vec<u8> {
    let mut text = String::from("int f(int a, int *p) {\n");
    for index in 0..statements {
        let _ = match index % 4 {
            0 => writeln!(text, "  a = a * {} + p[{}];", index % 9, index % 100),
            1 => writeln!(text, "  if (a > {index}) p[{}] = a; else a++;", index % 100),
            2 => writeln!(text, "  {{ int b = a - {index}; p[b & 63] += b; }}"),
            _ => writeln!(text, "  a ^= (unsigned char)p[a & 15] << {};", index % 8),
        };
    }
    text.push_str("  return a;\n}\n");
    text.into_bytes()
}
