import './without-eval';
import * as z from 'zod/mini';

export const listedEntry = z.object({
  /** Begins at the workspace folder, with `/` between names. */
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** Counts bytes. It is null for anything but a file. */
  size: z.nullable(z.number()),
  modifiedAt: z.string(),
});
export type ListedEntry = z.infer<typeof listedEntry>;

/**
 * `GET /api/files?path=…` says what is at a path of the workspace ('' is the workspace folder). `not_found`
 * names the nearest folder that exists. `path_refused` means that the path leads out, is a link, or is
 * something the server may not open.
 */
export const fileView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    path: z.string(),
    /** Lists folders first, and at most 2,000 of `entryCount`. */
    entries: z.array(listedEntry),
    entryCount: z.number(),
  }),
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    size: z.number(),
    modifiedAt: z.string(),
    /** The version changes whenever the file changes. */
    version: z.string(),
    content: z.discriminatedUnion('kind', [
      /**
       * The text is the first megabyte. `lines` counts the lines of a complete text and is null for a part.
       */
      z.object({
        kind: z.literal('text'),
        text: z.string(),
        isWhole: z.boolean(),
        lines: z.nullable(z.number()),
      }),
      /** `GET /api/files/raw` sends this picture for display. */
      z.object({ kind: z.literal('image'), type: z.string() }),
      z.object({ kind: z.literal('unreadable'), reason: z.enum(['binary', 'encoding']) }),
    ]),
  }),
]);
export type FileView = z.infer<typeof fileView>;

/** `GET /api/files/paths?text=…` returns the entry at a typed path now, and paths that complete it. */
export const pathSuggestions = z.object({
  typed: z.discriminatedUnion('state', [
    z.object({ state: z.literal('file'), size: z.number() }),
    z.object({ state: z.literal('folder'), entryCount: z.number() }),
    z.object({ state: z.literal('absent') }),
    /** The text is no path of the workspace; `message` says why. */
    z.object({ state: z.literal('refused'), message: z.string() }),
  ]),
  options: z.array(listedEntry),
});
export type PathSuggestions = z.infer<typeof pathSuggestions>;
