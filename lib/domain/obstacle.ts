/**
 * Says why a call cannot work with what is at its paths now. It is data, because a model and a person read
 * different words about it (`lib/use-cases/views/explain-obstacle.ts` has the person's). `path` is where the
 * obstacle is: the call's own path, or a folder on the way to it. Sizes are in bytes.
 */
export type Obstacle =
  /**
   * `hint` names similar entries, in a sentence that begins with a space. It is empty when none is similar.
   */
  | { kind: 'missing'; path: string; hint: string }
  | { kind: PlainKind; path: string }
  | { kind: 'not_empty'; path: string; entryCount: number }
  | { kind: 'too_large' | 'result_too_large'; path: string; maxBytes: number }
  | { kind: 'text_repeated'; path: string; count: number }
  /** `fault` ends a sentence that begins with "The workspace folder". */
  | { kind: 'workspace'; fault: string }
  /** The operating system refused the look. `reason` is a complete sentence for a person. */
  | { kind: 'unknown'; reason: string };

type PlainKind =
  | 'link'
  | 'not_file'
  | 'not_folder'
  /** A folder is where the call needs a file. */
  | 'folder'
  /** The operating system does not let the server open it. */
  | 'closed'
  /** It belongs to Countersign itself. */
  | 'private'
  | 'hard_link'
  | 'not_text'
  /** Another program replaces it at this moment. */
  | 'changing'
  /** Several entries have this name, in different Unicode forms. */
  | 'ambiguous'
  /** The call needs a free name. */
  | 'taken'
  | 'same_content'
  | 'text_missing';
