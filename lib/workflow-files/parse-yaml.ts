import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { Fault } from './faults';
import { describeYamlError, tooDeep } from './yaml-words';

export type ParsedYaml =
  | { ok: true; document: Document; lineOf: (offset: number) => number }
  | { ok: false; faults: Fault[] };

/**
 * When the parser reaches the end of the stack, it can take the process with it: Node 20 died of 8 KB of
 * brackets.
 */
const maxDepth = 100;
/** This is ten times as many as the longest of our workflows has. The parser takes 20 to 40 ms for them. */
const maxTokens = 6_000;
/** Limits one group or list, because the parser compares each key with all before it. */
const maxItems = 1_000;
/**
 * A setting's name stays the text of the file. The parser refuses a tag such as `!!timestamp`, which makes
 * another value of a text.
 */
const options = { stringKeys: true, resolveKnownTags: false };

/**
 * Parses YAML that begins in this line of a file. It runs on the event loop, so it stops early at a text that
 * would take long. A second document is a fault, and so is anything that the parser would leave out.
 */
export function parseYaml(source: string, firstLine: number): ParsedYaml {
  const counter = new LineCounter();
  const lineOf = (offset: number) => counter.linePos(offset).line + firstLine - 1;
  const parser = new Parser(counter.addNewLine);
  counter.addNewLine(0);
  const parsed: CST.Token[] = [];
  let tokens = 0;
  for (const token of new Lexer().lex(source)) {
    parsed.push(...parser.next(token));
    tokens += 1;
    const reason = findExcess(parser, tokens);
    if (reason !== null) return { ok: false, faults: [{ line: lineOf(parser.offset), reason }] };
  }
  parsed.push(...parser.end());
  return withoutStacks(() => {
    const [document, another] = new Composer(options).compose(parsed, true, source.length);
    if (!document) throw new Error('The composer made no document');
    const problems = [...document.errors, ...document.warnings].map((error) => ({
      line: lineOf(error.pos[0]),
      reason: describeYamlError(error.code),
    }));
    if (another)
      problems.push({ line: lineOf(another.range[0]), reason: describeYamlError('MULTIPLE_DOCS') });
    return problems.length > 0
      ? { ok: false, faults: withoutRepeats(problems) }
      : { ok: true, document, lineOf };
  });
}

function findExcess({ stack }: Parser, tokens: number): string | null {
  if (stack.length > maxDepth) return tooDeep;
  const top = stack.at(-1);
  const items = top && 'items' in top ? top.items.length : 0;
  return tokens > maxTokens || items > maxItems ? 'The front matter has too many values to be read.' : null;
}

/** The parser may report one mistake at several places of a line. */
function withoutRepeats(faults: readonly Fault[]): Fault[] {
  return faults.filter(({ line, reason }, index) => {
    const before = faults[index - 1];
    return line !== before?.line || reason !== before.reason;
  });
}

/** Each mistake is an `Error`, and its stack, which nobody reads, would be most of the work. */
function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
