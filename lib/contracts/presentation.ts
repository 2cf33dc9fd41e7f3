import './without-eval';
import * as z from 'zod/mini';

/** Checks the same as `z.array(z.string())` in a tenth of the time: a change may have 100,000 lines. */
const lines = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((line) => typeof line === 'string'),
  'Expected a list of texts',
);
const nameValues = z.array(z.object({ name: z.string(), value: z.string() }));

/**
 * Holds data ready to draw. `Presentation` in the domain has the same shape and says what each field means.
 */
export const presentation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    title: z.string(),
    text: z.string(),
    language: z.nullable(z.string()),
    path: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('diff'),
    path: z.string(),
    change: z.enum(['create', 'modify', 'delete']),
    addedLines: z.number(),
    removedLines: z.number(),
    hunks: z.array(
      z.object({
        oldStart: z.number(),
        oldLines: z.number(),
        newStart: z.number(),
        newLines: z.number(),
        lines,
      }),
    ),
    isApproximate: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('command'), command: z.string(), folder: z.string() }),
  z.object({
    kind: z.literal('command_output'),
    command: z.string(),
    folder: z.string(),
    exitCode: z.nullable(z.number()),
    signal: z.nullable(z.string()),
    stdout: z.string(),
    stderr: z.string(),
    raw: z.optional(z.object({ stdout: z.string(), stderr: z.string() })),
    isCut: z.boolean(),
  }),
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    url: z.string(),
    headers: nameValues,
    body: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('response'),
    status: z.number(),
    statusText: z.string(),
    headers: nameValues,
    body: z.string(),
    isCut: z.boolean(),
    cutReason: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('move'), from: z.string(), to: z.string() }),
  z.object({
    kind: z.literal('entries'),
    title: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        detail: z.string(),
        path: z.optional(z.string()),
        line: z.optional(z.number()),
      }),
    ),
  }),
]);
export type PresentationView = z.infer<typeof presentation>;
