import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { countOf } from '../shared/quantities';
import { safeParse } from '../shared/safe-parse';
import { explainIssue, missing } from './explain-issue';
import { type FrontMatter, frontMatterByKind } from './front-matter';
import { describeDataError, describeYamlError } from './yaml-words';

/** A mistake in a file, with its line, counted from 1. */
export type Fault = { line: number; reason: string };

export type ReadFrontMatter = {
  frontMatter: FrontMatter;
  body: string;
  /** Line of the file where the body begins. */
  bodyLine: number;
  /** Line of the file where the value at this path of the front matter is (or its nearest parent). */
  lineOf: (path: PropertyKey[]) => number;
};

/** Splits a file into front matter and body and reads the front matter. Never throws, whatever the file contains. */
export function readFrontMatter(
  text: string,
): { ok: true; read: ReadFrontMatter } | { ok: false; faults: Fault[] } {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---')
    return failed(1, 'The file must begin with a line “---” and its front matter.');
  const end = lines.findIndex((lineText, index) => index > 0 && lineText.trimEnd() === '---');
  if (end < 0) return failed(1, 'The front matter is not closed: a line “---” is missing after it.');

  const lineCounter = new LineCounter();
  const document = parseDocument(lines.slice(1, end).join('\n'), { lineCounter, prettyErrors: true });
  const fileLine = (offset: number) => lineCounter.linePos(offset).line + 1;
  // A warning is about something that would be left out.
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    const faults = problems.map((error) => ({
      line: fileLine(error.pos[0]),
      reason: describeYamlError(error),
    }));
    return { ok: false, faults: boundFaults(faults) };
  }
  const lineOf = (path: PropertyKey[]) => fileLine(offsetOf(document, path));
  const data = toData(document);
  if (!data.ok) return failed(2, data.reason);

  const shape = frontMatterByKind[kindOf(data.value)];
  const parsed = safeParse(data.value, (json) => shape.safeParse(json, { error: explainIssue }));
  if (!parsed.success) {
    return {
      ok: false,
      faults: boundFaults(parsed.error.issues.flatMap((issue) => toFaults(issue, lineOf))),
    };
  }
  const body = lines.slice(end + 1).join('\n');
  return { ok: true, read: { frontMatter: parsed.data, body, bodyLine: end + 2, lineOf } };
}

function kindOf(data: unknown): 'agent' | 'direct' {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'direct'
    ? 'direct'
    : 'agent';
}

/** Aliases are expanded a few times at most, so that a small file cannot become a huge one. */
function toData(document: Document): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 20 }) };
  } catch (error) {
    return { ok: false, reason: describeDataError(error) };
  }
}

function offsetOf(document: Document, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function toFaults(issue: z.core.$ZodIssue, lineOf: (path: PropertyKey[]) => number): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      line: lineOf([...issue.path, key]),
      reason: `“${key}” is not a known setting${issue.path.length > 0 ? ` of ${issue.path.join('.')}` : ''}.`,
    }));
  }
  const where = issue.path.length > 0 ? issue.path.join('.') : 'the front matter';
  const separator = issue.message === missing ? ' ' : ': ';
  return [{ line: lineOf(issue.path), reason: `${where}${separator}${issue.message}.` }];
}

/** Nobody reads more of them, and each mistake of a large file would be sent to every page. */
const maxFaults = 20;

function boundFaults(found: Fault[]): Fault[] {
  // The parser may report one mistake at several places of a line.
  const faults = found.filter(({ line, reason }, index) => {
    const before = found[index - 1];
    return line !== before?.line || reason !== before.reason;
  });
  if (faults.length <= maxFaults) return faults;
  const [next] = faults.slice(maxFaults);
  const more = `The file has ${countOf(faults.length - maxFaults, 'more mistake')}.`;
  return [...faults.slice(0, maxFaults), { line: next?.line ?? 1, reason: more }];
}

function failed(line: number, reason: string): { ok: false; faults: Fault[] } {
  return { ok: false, faults: [{ line, reason }] };
}
