/** Workflow files end in `.md` or `.markdown` in any case. A README describes the folder. */
export function isWorkflowName(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name) && !name.startsWith('.') && !isReadme(name);
}

/**
 * Says why a file is ignored whose name shows that it is meant as a workflow file, or was made from one: an
 * editor's copy or lock, a backup, another ending for Markdown. Returns null for a workflow file, a README,
 * and any other kind of file.
 */
export function findIgnoredReason(name: string): string | null {
  if (isWorkflowName(name) || isReadme(name) || !isLikeWorkflowName(name)) return null;
  const why = name.startsWith('.') ? 'begins with a period' : 'does not end in .md or .markdown';
  return `This file is ignored, because its name ${why}.`;
}

/** `workflowFiles` is the number of workflow files in the folder. */
export function findIgnoredFolderReason(name: string, workflowFiles: number): string | null {
  if (workflowFiles > 0 && !name.startsWith('.')) {
    return workflowFiles === 1
      ? 'This folder is ignored, and so is the workflow file in it. To use it, move it up one folder.'
      : `This folder is ignored, and so are the ${workflowFiles} workflow files in it. To use them, move them up one folder.`;
  }
  return isLikeWorkflowName(name) && !isReadme(name)
    ? 'This is a folder. It is ignored, because a workflow is a file.'
    : null;
}

/**
 * The ending may have something after it, as long as that does not make it another word: `plan.md~`,
 * `plan.md.bak`.
 */
function isLikeWorkflowName(name: string): boolean {
  return (
    /\.(?:md|markdown)(?![\p{L}\p{N}])/iu.test(name) || /\.(?:mdown|mkdn?|mkdown|mdwn|mdte?xt)$/i.test(name)
  );
}

/** Includes an editor's copies of one. */
const isReadme = (name: string) => /^[^\p{L}\p{N}]*readme\./iu.test(name);
