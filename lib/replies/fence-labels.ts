/**
 * Names of languages and formats, and words for what is only shown. A fence with one of them shows what is in it; any other label
 * says nothing about that.
 */
const languages = new Set(
  `abap abnf actionscript ada adoc agda ahk antlr apache apex applescript arduino arm ascii asciidoc
  asciidoctor asm asp aspx assembly astro atom autohotkey autoit avdl avro awk bash basic bat batch bazel
  bib bibtex bicep bicepparam blade bluespec bnf brainfuck c capnp capnproto cc cfg cfml chapel cjs clj
  clojure cmake cmd cobol code coffee coffeescript conf config console coq cpp cr crystal cs csharp cshtml
  cson csp css csv cts cuda cue curl cxx cypher d dart delphi dhall diagram diff django dns docker
  dockerfile dot dotenv ebnf edn ejs elisp elixir elm elvish env erb erl erlang ex example excel exs f90
  factor feature fish fix flow forth fortran freemarker fs fsharp gcode gemspec geojson gherkin git
  gitignore gleam glsl gml go gohtml golang gql gradle graph graphql graphviz groovy gyp h haml handlebars
  haskell haxe hbs hcl hex hh hjson hlsl hpp hql hs htm html http https hx hxx hy hylang ics idl idris ini
  ino ion ipynb ipython irb isabelle j2 java javascript jinja jinja2 jl jq js json5 jsonc jsonl jsonld
  jsonnet jsonpath jsonschema jsp jsx julia k kdl kotlin kql kt kts kusto latex ldif lean less liquid lisp
  llvm log logcat logs ls lua m mak make makefile man markdown math mathematica mathml matlab maxima md mdx
  mermaid minizinc mips mjs mk mkd mkdown ml mm modelica mojo mts mustache mysql nasm ndjson nginx nginxconf
  nim nix nixos node nomad nsis nu nushell objc objective objectivec ocaml octave opencl openscad org
  osascript output packer pas pascal patch perl pgsql php pkl pl plain plaintext plantuml plist pluto pm po
  pod podspec pony postgres postgresql powershell prisma processing profile prolog promql properties proto
  protobuf ps ps1 pseudo pseudocode pug puml puppet purescript pwsh py pycon pyi pyspark python q qml r
  racket rake raku razor rb reason reasonml rebol red regex regexp repl rescript rest ring rmd rnc robot
  roff ronn routeros rs rss rst ruby rust sample sas sass sbt scala schema scheme sci scilab scm scss sed
  session sh shell shellsession smali smalltalk smithy sml solidity soql sparql spec splunk spss sql sqlite
  squirrel srt st stacktrace stan starlark stata stderr stdout stylus sv svelte svg swift systemverilog tap
  tcl terminal terraform tex text textile tf thor thrift tla toml traceback tree ts tsql tsv tsx turtle twig
  txt typescript typespec typst uml unix uv v vala vb vba vbnet vbs vbscript vcf verilog vhdl vim vimscript
  vtt vue vyper wasm wat webassembly wgsl wiki wolfram wren wsdl wsf x10 x86asm xaml xhtml xjb xl xml xpath
  xq xquery xsd xsl xslt yacc yaml yang yara yml zap zig zone zsh`.split(/\s+/),
);

/** Whether a label tells what is in its fence: it is a language, perhaps with a dialect (`shell-session`), or a file's name. */
export function namesLanguage(label: string): boolean {
  return !/^[\p{L}\p{N}_/-]+$/u.test(label) || label.split(/[-/]/).some((part) => languages.has(part));
}

/** A fence of this label holds a call, in whatever format. */
export const callLabel = /^(?:tool|function)_?(?:code|calls?|use)?$|^call$|^action$/;

/** A ```json fence or one without a label: a call counts in no other fence. */
export function isBareOrJson(label: string): boolean {
  return label === '' || label === 'json';
}
