import { lineEndAt, matchAt, type Span } from './characters';

/** The opening line of a fenced block. */
export type FenceOpening = {
  /** Its run of backquotes or tildes. */
  mark: string;
  /** First word after the mark, in lower case: "python", "json", or '' when it says nothing about the content. */
  label: string;
  contentStart: number;
  /** `inline` if something else than a label is on the opening line, as in ```json{"tool": …}: what is in the fence is not alone. */
  placement: 'fence' | 'labeled' | 'inline';
};

/** The mark, and the content if it begins on its line (but not the attributes of Pandoc: ```{.json}; no label holds a key of a call), or else the label. */
const openingLine =
  /(`{3,80}(?=[^`\n]*(?:\n|$)|(?:json)?[^\S\n]*\{[^\n]*```[^\S\n]*(?:\n|$))|~{3,80}(?!~))(?:(?:[^\S\n]*(?:json)?[^\p{L}\p{N}\n]*?(?=\{(?!\s*\.))|[^\n{"]{0,40}(?="?(?:\{\s*)?"(?:tool|parameters|terminate)"\s*:))()|[^\S\n]*([^\s{]*))/iuy;

/** The fence that opens with the first character of a line, by CommonMark's rules. */
export function fenceOpeningAt(text: string, at: number): FenceOpening | null {
  const [all = '', mark, glued, word = ''] = matchAt(openingLine, text, at) ?? [];
  if (mark === undefined) return null;
  if (glued !== undefined) return { mark, label: '', contentStart: at + all.length, placement: 'inline' };
  const contentStart = Math.min(lineEndAt(text, at) + 1, text.length);
  const label = word.toLowerCase();
  // Marks without a letter name no language, and json with marks around it is json.
  const name = label.replace(/\\n|[^\p{L}\p{N}]+/gu, '');
  if (isBareOrJson(name))
    return { mark, label: name, contentStart, placement: name === label ? 'fence' : 'inline' };
  if (namesLanguage(label)) return { mark, label, contentStart, placement: 'fence' };
  return { mark, label: callLabel.test(label) ? label : '', contentStart, placement: 'labeled' };
}

/** The line of the closing mark, or the rest of the line at `from`; null when nothing closes the fence. */
export function findFenceClose(text: string, from: number, { mark }: FenceOpening): Span | null {
  const close = `[^\\S\\n]*${mark}${mark.charAt(0)}*[^\\S\\n]*$`;
  const here = matchAt(new RegExp(close, 'my'), text, from);
  const found = here ?? matchAt(new RegExp(`^${close}`, 'gm'), text, from);
  return found && { start: found.index, end: found.index + found[0].length };
}

/** Names of languages and formats, and words for what is only shown. A fence with one of them shows what is in it; other labels do not tell. */
const languages = new Set(
  `apache arduino asm awk bash basic bat batch c clojure cmake cmd code conf config console cpp crystal cs csharp css csv cuda curl cypher d dart
  diff docker dockerfile dotenv elixir elm env erlang example fish fortran fsharp geojson git gitignore glsl go gradle graphql groovy haml haskell hcl
  html http ini java javascript jinja js json5 jsonc jsonl jsonld jsonpath jsonschema jsx julia kotlin latex less liquid lisp log logs lua makefile
  markdown math matlab md mdx mermaid mysql ndjson nginx nim nix objc objectivec ocaml org output pascal patch perl php plain plaintext plantuml
  postgresql powershell prisma prolog properties protobuf pseudocode puppet py python r react regex rest rst ruby rust sass scala scheme scss sh shell
  solidity sparql sql sqlite stderr stdout svelte svg swift tcl terminal terraform tex text toml traceback tree ts tsv tsx txt typescript vb vbnet
  verilog vhdl vim vue wasm xhtml xml xpath xslt yaml yml zig zsh`.split(/\s+/),
);

/** Whether a label tells what is in its fence: it is a language, perhaps with a dialect (`shell-session`), or a file's name. */
function namesLanguage(label: string): boolean {
  return !/^[\p{L}\p{N}_/-]+$/u.test(label) || label.split(/[-/]/).some((part) => languages.has(part));
}

/** A fence of this label holds a call, in whatever format. */
export const callLabel = /^(?:tool|function)_?(?:code|calls?|use)?$|^call$|^action$/;

/** A ```json fence or one without a label: a call counts in no other fence. */
export const isBareOrJson = (label: string) => label === '' || label === 'json';
