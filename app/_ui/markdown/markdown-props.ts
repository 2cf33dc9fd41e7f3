export type MarkdownProps = {
  text: string;
  /** This is the workspace path of the document. Relative links in the text lead to files beside it. */
  document?: string | undefined;
  /** These workspace paths exist. Code and links that name exactly one of them become links to it. */
  knownPaths?: readonly string[] | undefined;
};
