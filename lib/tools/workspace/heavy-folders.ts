/** These folders are large or generated: tools list them, but search them only when a path names them. */
const heavyFolders = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.next',
  '__pycache__',
  '.venv',
  'venv',
]);

export const isHeavyFolder = (name: string): boolean => heavyFolders.has(name);
