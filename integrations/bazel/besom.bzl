"""Analyses C targets with Besom: units of work as actions, for the caches and the executors of Bazel.

    bazel build //... --aspects //tools/besom:besom.bzl%besom --output_groups=besom

writes TARGET.besom/report.txt for every cc_binary, cc_library and cc_test, which says what `besom check` says of the target and all
that it depends on. Preprocessing calls the compiler of the machine, with its headers; the analysis reads nothing but texts, and
calls no compiler: `--define besom_data_model=ILP32` tells of programs of 32 bits. `integrations/bazel/README.md` has the set-up.
"""

BesomInfo = provider("What is known of a target.", fields = {
    "texts": "preprocessed files, those of dependencies included",
    "sources": "the files that reports quote",
    "results": "results of the analysis, those of dependencies included",
})

def _preprocess(ctx, target, source):
    text = ctx.actions.declare_file("%s.besom/%s.i" % (ctx.label.name, source.short_path.rpartition(".")[0]))
    context = target[CcInfo].compilation_context
    arguments = ctx.actions.args()
    arguments.add("-E")
    arguments.add_all(context.includes, before_each = "-I")
    arguments.add_all(context.quote_includes, before_each = "-iquote")
    arguments.add_all(context.system_includes, before_each = "-isystem")
    arguments.add_all(context.defines, format_each = "-D%s")
    arguments.add_all(context.local_defines, format_each = "-D%s")
    arguments.add_all(ctx.rule.attr.copts)
    arguments.add(source)
    arguments.add("-o", text)
    ctx.actions.run_shell(
        outputs = [text],
        inputs = depset([source], transitive = [context.headers]),
        command = 'exec cc "$@"',
        arguments = [arguments],
        mnemonic = "BesomPreprocess",
        progress_message = "Preprocessing %s" % source.short_path,
        use_default_shell_env = True,
        # Headers of the system are no inputs: they are those of this machine.
        execution_requirements = {"no-remote-exec": "1"},
    )
    return text

def _source(text):
    return text.short_path.rpartition(".besom/")[2]

def _unit(ctx, name, work, database, texts, results, output, quoted, command):
    up = "/".join([".."] * (database.dirname.count("/") + 1))
    unit = ctx.actions.declare_file("%s.besom/%s.json" % (ctx.label.name, name))
    ctx.actions.write(unit, json.encode({
        "work": work,
        "reads": ["%s/%s" % (up, file.path) for file in results.to_list()],
        "writes": None if quoted else "%s/%s" % (up, output.path),
    }))
    ctx.actions.run_shell(
        outputs = [output],
        inputs = depset([unit, database], transitive = [texts, results] + ([quoted] if quoted else [])),
        tools = [ctx.executable._besom],
        command = command,
        arguments = [
            ctx.executable._besom.path,
            database.dirname,
            unit.path,
            output.path,
            ctx.var.get("besom_data_model", "LP64"),
        ],
        mnemonic = "Besom" + name.capitalize(),
        progress_message = "Besom: %s of %s" % (name, ctx.label),
    )

def _besom_impl(target, ctx):
    if CcInfo not in target or not hasattr(ctx.rule.attr, "srcs"):
        return []
    dependencies = [dep[BesomInfo] for dep in getattr(ctx.rule.attr, "deps", []) if BesomInfo in dep]
    sources = [file for src in ctx.rule.attr.srcs for file in src.files.to_list() if file.extension == "c"]
    own = [_preprocess(ctx, target, source) for source in sources]
    texts = depset(own, transitive = [info.texts for info in dependencies], order = "preorder")
    context = target[CcInfo].compilation_context
    quoted = depset(sources, transitive = [info.sources for info in dependencies] + [context.headers])
    before = depset(transitive = [info.results for info in dependencies])
    database = ctx.actions.declare_file("%s.besom/compile_commands.json" % ctx.label.name)
    up = "/".join([".."] * (database.dirname.count("/") + 1))

    # The order of the sources, in which `besom check` takes them.
    ordered = sorted(texts.to_list(), key = _source)
    ctx.actions.write(database, json.encode([{
        "directory": up,
        "file": text.path,
        "arguments": ["cc", "-c", text.path],
    } for text in ordered]))
    results = ctx.actions.declare_file("%s.besom/results" % ctx.label.name)
    _unit(ctx, "functions", {"files": [index for index, text in enumerate(ordered) if text in own]}, database, texts, before, results, None, '"$1" check --no-config --data-model "$5" -p "$2" --unit "$3"')
    after = depset([results], transitive = [before])
    report = ctx.actions.declare_file("%s.besom/report.txt" % ctx.label.name)
    _unit(ctx, "report", "report", database, texts, after, report, quoted, '"$1" check --no-config --data-model "$5" -p "$2" --unit "$3" >"$4" 2>&1 || { cat "$4"; exit 1; }')
    return [
        BesomInfo(texts = texts, sources = quoted, results = after),
        OutputGroupInfo(besom = depset([report])),
    ]

besom = aspect(
    implementation = _besom_impl,
    attr_aspects = ["deps"],
    attrs = {
        "_besom": attr.label(
            default = Label("//tools/besom:besom"),
            allow_single_file = True,
            executable = True,
            cfg = "exec",
        ),
    },
)
