import { lineEndAt, matchAt, type Span } from './characters';
import type { Placement } from './verdicts';

/**
 * Describes a run of backquotes or tildes and the word after it. A placement of `inline` means that something
 * else is on the line, as in ```json{"tool": …}, so the call is not alone.
 */
export type FenceOpening = {
  mark: string;
  /** Counts the columns before the mark. */
  indent: number;
  label: string;
  contentStart: number;
  placement: Placement;
};

/**
 * Matches the mark, then the label or content on the same line. Pandoc's attributes (```{.json}) are no
 * content, and no label holds a key of a call.
 */
const openingLine =
  /(`{3,80}(?=[^`\n]*(?:\n|$)|(?:json)?[^\S\n]*\{[^\n]*```[^\S\n]*(?:\n|$))|~{3,80}(?!~))(?:(?:[^\S\n]*(?:json)?[^\p{L}\p{N}\n]*?(?=\{(?!\s*\.))|[^\n{"]{0,40}(?="?(?:\{\s*)?"(?:tool|parameters|terminate)"\s*:))()|[^\S\n]*([^\s{]*))/iuy;

/** Finds the fence that opens with the first character of a line, by CommonMark's rules. */
export function fenceOpeningAt(text: string, at: number): FenceOpening | null {
  const [all = '', mark, glued, word = ''] = matchAt(openingLine, text, at) ?? [];
  if (mark === undefined) return null;
  const indent = widthOf(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
  if (glued !== undefined)
    return { mark, indent, label: '', contentStart: at + all.length, placement: 'inline' };
  const contentStart = Math.min(lineEndAt(text, at) + 1, text.length);
  const label = word.toLowerCase();
  // Marks without a letter name no language, and json with marks around it is json.
  const name = label.replace(/\\n|[^\p{L}\p{N}]+/gu, '');
  const opening = (label: string, placement: Placement) => ({
    mark,
    indent,
    label,
    contentStart,
    placement,
  });
  if (isBareOrJson(name)) return opening(name, name === label ? 'fence' : 'inline');
  if (namesLanguage(label)) return opening(label, 'fence');
  return opening(callLabel.test(label) ? label : '', 'labeled');
}

/**
 * Returns the line of the closing mark, or the rest of the line at `from`. Returns null when nothing closes
 * the fence. A mark that is indented more than three columns further than the opening belongs to the content
 * (CommonMark 4.5).
 */
export function findFenceClose(text: string, from: number, { mark, indent }: FenceOpening): Span | null {
  const close = `([^\\S\\n]*)${mark}${mark.charAt(0)}*[^\\S\\n]*$`;
  const here = from > 0 && text[from - 1] !== '\n' ? matchAt(new RegExp(close, 'my'), text, from) : null;
  if (here) return { start: here.index, end: here.index + here[0].length };
  const lines = new RegExp(`^${close}`, 'gm');
  lines.lastIndex = from;
  for (let found = lines.exec(text); found; found = lines.exec(text)) {
    if (widthOf(found[1] ?? '') <= indent + 3) return { start: found.index, end: lines.lastIndex };
  }
  return null;
}

/** Returns the width in columns. */
const widthOf = (text: string) => text.replaceAll('\t', '    ').length;

/** A fence with one of these labels shows its content. Other labels tell nothing. */
const languages = new Set(
  `apache arduino asm awk bash basic bat batch c clojure cmake cmd code conf config console cpp crystal cs csharp css csv cuda curl d dart diff docker
  dockerfile dotenv elixir elm env erlang example fish fortran fsharp geojson git gitignore go gradle graphql groovy haskell hcl html http ini java javascript
  jinja js json5 jsonc jsonl jsonld jsonpath jsonschema jsx julia kotlin latex less lisp log logs lua makefile markdown math matlab md mdx mermaid mysql ndjson
  nginx nim nix objc objectivec ocaml org output pascal patch perl php plain plaintext plantuml postgresql powershell prisma prolog properties protobuf
  pseudocode py python r react regex rest rst ruby rust sass scala scheme scss sh shell solidity sparql sql sqlite stderr stdout svelte svg swift tcl terminal
  terraform tex text toml traceback tree ts tsv tsx txt typescript vb vbnet verilog vhdl vim vue wasm xhtml xml xpath xslt yaml yml zig zsh`.split(
    /\s+/,
  ),
);

/**
 * Says whether a label tells what is in its fence: a language, perhaps with a dialect (`shell-session`), or a
 * file's name.
 */
const namesLanguage = (label: string) =>
  !/^[\p{L}\p{N}_/-]+$/u.test(label) || label.split(/[-/]/).some((part) => languages.has(part));

/** A fence with this label holds a call, in any format. */
export const callLabel = /^(?:tool|function)_?(?:code|calls?|use)?$|^call$|^action$/;
/** Says whether the fence is a ```json fence or has no label. A call counts in no other fence. */
export const isBareOrJson = (label: string) => label === '' || label === 'json';
