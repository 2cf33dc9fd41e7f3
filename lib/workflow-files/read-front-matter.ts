import { type Document, isNode } from 'yaml';
import type { z } from 'zod';
import { safeParse } from '../shared/safe-parse';
import { createResolver } from './aliases';
import { explainIssue, missing } from './explain-issue';
import { boundFaults, type Fault } from './faults';
import { type FrontMatter, frontMatterByKind } from './front-matter';
import { shapeOfFrontMatter } from './front-matter-shape';
import type { ToolSchemas } from './known-names';
import { parseYaml } from './parse-yaml';
import { readValues } from './read-values';

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

/**
 * Splits a file into front matter and body and reads the front matter. `tools` says what the parameters of
 * steps take. Never throws, whatever the file contains.
 */
export function readFrontMatter(
  text: string,
  tools: ToolSchemas = {},
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
  const resolve = createResolver(document);
  const { value, faults } = readValues(document, shapeOfFrontMatter(document, resolve, tools), resolve);
  if (faults.length > 0) {
    const inFile = boundFaults(faults, ({ offset, reason }) => ({ line: yaml.lineOf(offset), reason }));
    return { ok: false, faults: inFile };
  }

  const schema = frontMatterByKind[kindOf(value)];
  const parsed = safeParse(value, (json) => schema.safeParse(json, { error: explainIssue }));
  if (!parsed.success) {
    const mistakes = parsed.error.issues.flatMap(toMistakes);
    const inFile = boundFaults(mistakes, ({ path, reason }) => ({ line: lineOf(path), reason }));
    return { ok: false, faults: inFile };
  }
  const body = lines.slice(end + 1).join('\n');
  return { ok: true, read: { frontMatter: parsed.data, body, bodyLine: end + 2, lineOf } };
}

function kindOf(data: unknown): 'agent' | 'direct' {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'direct'
    ? 'direct'
    : 'agent';
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
