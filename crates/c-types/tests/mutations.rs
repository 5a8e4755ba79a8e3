//! Programs with random changes: whatever the checker says about them, it does not panic.
//!
//! `MUTATIONS` sets the number of programs.

use source::DataModel;

const DEFAULT_MUTATIONS: u64 = 3_000;

const PROGRAMS: &[&str] = &[
    "struct node { struct node * next ; int data : 7 ; union { char c [ 3 ] ; long l ; } ; } ; \
     static struct node nodes [ ] = { { & nodes [ 1 ] , 1 , { \"ab\" } } , [ 3 ] = { . data = 4 , . l = 1 } , [ 0 ... 2 ] = { 0 } } ; \
     int f ( struct node * p , int n ) { while ( p && n -- > 0 ) p = p -> next ; return p ? p -> c [ 1 ] : - 1 ; }",
    "int g ( int n , int a [ n ] [ n + 1 ] , ... ) { int b [ n ] ; __builtin_va_list ap ; __builtin_va_start ( ap , a ) ; \
     typedef char row [ n ] ; row r ; for ( int i = 0 ; i < n ; i ++ ) b [ i ] = a [ i ] [ i ] + __builtin_va_arg ( ap , int ) ; \
     __builtin_va_end ( ap ) ; return sizeof b + sizeof ( row ) + b [ 0 ] ; }",
    "enum e { A , B = 5 , C = 1 << 40 } ; typedef int ( * fn ) ( enum e , double ) ; extern fn table [ ] ; \
     int h ( enum e x , float y ) { switch ( x ) { case A : case 2 ... 4 : return 1 ; default : goto out ; } \
     out : return table [ x ] ( x , y ) + ( { int z = 1 ; z + x ; } ) + ( y ?: 2 ) + _Generic ( y , float : 1 , default : 2 ) ; }",
    "int old ( c , d , p ) char c ; float d ; int * p ; { static void * t [ ] = { & & l , 0 } ; if ( c ) goto * t [ 0 ] ; \
     l : * p += d ; p = ( int [ ] ) { 1 , c } ; __asm__ ( \"op\" : \"=r\" ( c ) : \"m\" ( * p ) : \"memory\" ) ; return __sync_fetch_and_add ( p , 2 ) ; }",
    "struct s { unsigned a : 3 , b : 5 ; double d [ 2 ] ; } __attribute__ ( ( packed , aligned ( 4 ) ) ) ; const struct s k = { 1 , 2 , { 0.5 , 1e10 } } ; \
     struct s m = k ; unsigned long o = __builtin_offsetof ( struct s , d [ 1 ] ) ; _Static_assert ( sizeof ( struct s ) == 20 , \"size\" ) ; \
     long q = ( long ) & m . d [ 1 ] - 4 ; char w [ sizeof ( long ) * 2 ] = \"text\" ; int * z = & ( int ) { 3 } ; __typeof__ ( m . d ) y ; _Complex double cd ;",
];

fn mutate(words: &mut Vec<String>, pool: &[&str], state: &mut u64) {
    let mut below = |bound: usize| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        ((*state >> 16) % bound.max(1) as u64) as usize
    };
    for _ in 0..1 + below(4) {
        let position = below(words.len());
        match below(4) {
            0 if words.len() > 1 => {
                words.remove(position);
            }
            1 => {
                let other = below(words.len());
                words.swap(position, other);
            }
            2 => words.insert(position, pool[below(pool.len())].to_owned()),
            _ => words[position] = pool[below(pool.len())].to_owned(),
        }
    }
}

#[test]
fn changed_programs_do_not_upset_the_checker() {
    let count =
        std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(DEFAULT_MUTATIONS);
    let pool: Vec<&str> = PROGRAMS.iter().flat_map(|program| program.split_whitespace()).collect();
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut accepted = 0;
    for index in 0..count {
        let program = PROGRAMS[(index % PROGRAMS.len() as u64) as usize];
        let mut words: Vec<String> = program.split_whitespace().map(str::to_owned).collect();
        if index >= PROGRAMS.len() as u64 {
            mutate(&mut words, &pool, &mut state);
        }
        let text = words.join(" ");
        let model = if index % 2 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let has_syntax_errors = !parsed.diagnostics.is_empty();
        let checked = c_types::check(parsed.unit, model);
        // The dump visits every node, so it shows that the tree is whole.
        let dump = c_types::dump::dump(&checked.program);
        assert!(!dump.is_empty() || !checked.diagnostics.is_empty() || has_syntax_errors, "{text}");
        accepted += u64::from(checked.diagnostics.is_empty() && !has_syntax_errors);
    }
    assert!(accepted >= PROGRAMS.len() as u64, "the unchanged programs are correct");
}
