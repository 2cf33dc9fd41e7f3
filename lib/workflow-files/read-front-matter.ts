import { type Document, isNode } from 'yaml';
import type { z } from 'zod';
import { safeParse } from '../shared/safe-parse';
import { explainIssue, missing } from './explain-issue';
import { boundFaults, type Fault } from './faults';
import { type FrontMatter, frontMatterByKind } from './front-matter';
import { findRoundedNumber, keepTextAsWritten } from './keep-text-as-written';
import { parseYaml } from './parse-yaml';
import { describeDataError } from './yaml-words';

export type ReadFrontMatter = {
  frontMatter: FrontMatter;
  body: string;
  /** The body begins in this line of the file. */
  bodyLine: number;
  /**
   * Returns the line of the file where the value at this path of the front matter (or its nearest parent) is.
   */
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

  const yaml = parseYaml(lines.slice(1, end).join('\n'), 2);
  if (!yaml.ok) return { ok: false, faults: boundFaults(yaml.faults, (fault) => fault) };
  const { document } = yaml;
  const lineOf = (path: PropertyKey[]) => yaml.lineOf(offsetOf(document, path));
  keepTextAsWritten(document);
  const rounded = findRoundedNumber(document);
  if (rounded !== null)
    return failed(yaml.lineOf(rounded), 'This number has too many digits. If it is text, put it in quotes.');
  const data = toData(document);
  if (!data.ok) return failed(2, data.reason);

  const shape = frontMatterByKind[kindOf(data.value)];
  const parsed = safeParse(data.value, (json) => shape.safeParse(json, { error: explainIssue }));
  if (!parsed.success) {
    const mistakes = parsed.error.issues.flatMap(toMistakes);
    const faults = boundFaults(mistakes, ({ path, reason }) => ({ line: lineOf(path), reason }));
    return { ok: false, faults };
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

function toMistakes(issue: z.core.$ZodIssue): { path: PropertyKey[]; reason: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      reason: `“${key}” is not a known setting${issue.path.length > 0 ? ` of ${issue.path.join('.')}` : ''}.`,
    }));
  }
  const where = issue.path.length > 0 ? issue.path.join('.') : 'the front matter';
  const separator = issue.message === missing ? ' ' : ': ';
  return [{ path: issue.path, reason: `${where}${separator}${issue.message}.` }];
}

function failed(line: number, reason: string): { ok: false; faults: Fault[] } {
  return { ok: false, faults: [{ line, reason }] };
}
