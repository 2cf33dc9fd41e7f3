import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { WorkspaceSettings } from '../domain/workspace';

const maxWorkspaces = 200;
const maxCharacters = 1_000_000;
const slug = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/;
const serverNameShape = /^[a-z\d](?:[a-z\d._-]{0,61}[a-z\d])?$/i;
const emailShape = /^[!#$%&'*+/=?^_`{|}~.\w-]+@[a-z\d.-]+$/i;

/** Tells whether this text can be the name of a server. */
export const isServerName = (text: string): boolean => serverNameShape.test(text);

export const serverNameRule =
  'of at most 63 ASCII letters, digits, dots, hyphens and underscores, with a letter or digit at both ends';

const line = (message: string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(60, message)
    .refine((text) => !/\p{C}/u.test(text), message);

function limit(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message).nullable().default(null);
}

const peopleMessage = 'must be “everyone”, or a list of the e-mail addresses of accounts';

const workspaceShape = z.strictObject(
  {
    id: z.string('must be text').regex(slug, 'must have 1 to 40 small letters, digits and hyphens'),
    name: line('must be a line of 1 to 60 characters'),
    folder: z
      .string('must be the path of a folder')
      .min(1, 'must be the path of a folder')
      .refine((text) => !text.includes('\0'), 'must be the path of a folder'),
    people: z
      .union(
        [
          z.literal('everyone'),
          z
            .array(z.string(peopleMessage).regex(emailShape, peopleMessage).toLowerCase())
            .min(1, peopleMessage),
        ],
        peopleMessage,
      )
      .default('everyone'),
    limits: z
      .strictObject(
        {
          workingRuns: limit(1, 1_000),
          steps: limit(1, 1_000),
          timeoutSeconds: limit(5, 86_400),
        },
        'must hold limits, such as workingRuns: 4',
      )
      .prefault({}),
    server: z
      .string(`must be a name ${serverNameRule}`)
      .regex(serverNameShape, `must be a name ${serverNameRule}`)
      .nullable()
      .default(null),
  },
  'must have an id, a name and a folder',
);
const shape = z
  .array(workspaceShape, 'must be a list of workspaces, each with an id, a name and a folder')
  .min(1, 'must list at least one workspace')
  .max(maxWorkspaces, `must list at most ${maxWorkspaces} workspaces`);

/**
 * Reads the file that names the workspaces. Relative folders begin at its own folder. Returns what is wrong with
 * it in a sentence, with the line.
 */
export function readWorkspaces(file: string): { workspaces: WorkspaceSettings[] } | { problem: string } {
  const text = readText(file);
  if ('problem' in text) return text;
  const lines = new LineCounter();
  const document = parseDocument(text.text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number | undefined) =>
    offset === undefined ? file : `${file}, line ${lines.linePos(offset).line}`;
  const [fault] = document.errors;
  if (fault) return { problem: `${at(fault.pos[0])}: this is not valid YAML (${fault.message}).` };
  const parsed = shape.safeParse(toValue(document));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${at(findOffset(document, issue?.path ?? []))}: ${describeIssue(issue)}.` };
  }
  const twice = parsed.data.findIndex(({ id }, index) =>
    parsed.data.slice(0, index).some((o) => o.id === id),
  );
  if (twice !== -1)
    return { problem: `${at(findOffset(document, [twice, 'id']))}: another workspace has this id.` };
  const sameName = parsed.data.findIndex(({ name }, index) =>
    parsed.data.slice(0, index).some((other) => other.name.toLowerCase() === name.toLowerCase()),
  );
  if (sameName !== -1)
    return { problem: `${at(findOffset(document, [sameName, 'name']))}: another workspace has this name.` };
  return {
    workspaces: parsed.data.map(({ limits, folder, ...rest }) => ({
      ...rest,
      folder: path.resolve(path.dirname(file), folder),
      maxWorkingRuns: limits.workingRuns,
      maxSteps: limits.steps,
      maxActiveMs: limits.timeoutSeconds === null ? null : limits.timeoutSeconds * 1_000,
    })),
  };
}

function readText(file: string): { text: string } | { problem: string } {
  const problem = (why: string) => ({
    problem: `WORKSPACES_FILE names ${file}, ${why}. Write the list of workspaces there, or leave the variable empty.`,
  });
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > maxCharacters ? problem('which is too large') : { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return problem(code === 'ENOENT' ? 'which is not there' : `which cannot be read (${code})`);
  }
}

/** Aliases may make a small file huge, so a value may hold only a few of them. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return null;
  }
}

/** Returns where the value at a path begins, or where its nearest parent does that is in the file. */
function findOffset(document: Document, place: readonly PropertyKey[]): number | undefined {
  for (let length = place.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(place.slice(0, length), true);
    const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
    if (range) return range[0];
  }
  return undefined;
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'this file cannot be used';
  if (issue.code === 'unrecognized_keys')
    return `there is no setting “${issue.keys[0]}” (the settings are id, name, folder, people, limits and server; limits has workingRuns, steps and timeoutSeconds)`;
  const key = issue.path.findLast((part) => typeof part === 'string');
  if (key !== undefined) return `${String(key)} ${issue.message}`;
  return `${issue.path.length === 0 ? 'the file' : 'a workspace'} ${issue.message}`;
}
