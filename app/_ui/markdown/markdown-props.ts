export type MarkdownProps = {
  text: string;
  /** The workspace path of the document the text is: its relative links lead to files beside it. */
  document?: string | undefined;
  /** Paths of the workspace that exist: code and links that say exactly one of them lead there. */
  knownPaths?: readonly string[] | undefined;
};
