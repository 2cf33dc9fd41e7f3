/**
 * A workflow file may name these icons. The names are those of the Tabler set, in kebab case. The browser
 * draws each icon.
 */
export const workflowIcons = [
  'books',
  'bug',
  'calendar',
  'checklist',
  'clipboard-text',
  'database',
  'file-diff',
  'file-plus',
  'file-search',
  'file-text',
  'folder-plus',
  'folder-search',
  'folders',
  'git-compare',
  'language',
  'list-check',
  'mail',
  'message-question',
  'note',
  'notebook',
  'pencil',
  'replace',
  'report',
  'rocket',
  'search',
  'settings',
  'shield-check',
  'table',
  'terminal',
  'tool',
  'wand',
  'world-check',
] as const;

export type WorkflowIconName = (typeof workflowIcons)[number];
