import './without-eval';
import * as z from 'zod/mini';

export const listedEntry = z.object({
  /** From the workspace folder on, with `/` between names. */
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** In bytes; null for anything but a file. */
  size: z.nullable(z.number()),
  modifiedAt: z.string(),
});
export type ListedEntry = z.infer<typeof listedEntry>;

/**
 * `GET /api/files?path=…`: what is at a path of the workspace ('' is the workspace folder). `not_found` names the nearest
 * folder that exists; `path_refused` is a path that leads out, a link, or something the server may not open.
 */
export const fileView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    path: z.string(),
    /** Folders first; at most 2,000 of `entryCount`. */
    entries: z.array(listedEntry),
    entryCount: z.number(),
  }),
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    size: z.number(),
    modifiedAt: z.string(),
    /** Changes whenever the file changes. */
    version: z.string(),
    content: z.discriminatedUnion('kind', [
      /** The first megabyte. `lines` counts the lines of a complete text and is null for a part. */
      z.object({
        kind: z.literal('text'),
        text: z.string(),
        isWhole: z.boolean(),
        lines: z.nullable(z.number()),
      }),
      /** A picture that `GET /api/files/raw` sends for display. */
      z.object({ kind: z.literal('image'), type: z.string() }),
      z.object({ kind: z.literal('unreadable'), reason: z.enum(['binary', 'encoding']) }),
    ]),
  }),
]);
export type FileView = z.infer<typeof fileView>;

/** `GET /api/files/paths?text=…`: the entry at a typed path now, and paths that complete it. */
export const pathSuggestions = z.object({
  typed: z.discriminatedUnion('state', [
    z.object({ state: z.literal('file'), size: z.number() }),
    z.object({ state: z.literal('folder'), entryCount: z.number() }),
    z.object({ state: z.literal('absent') }),
    /** No path of the workspace; `message` says why. */
    z.object({ state: z.literal('refused'), message: z.string() }),
  ]),
  options: z.array(listedEntry),
});
export type PathSuggestions = z.infer<typeof pathSuggestions>;
