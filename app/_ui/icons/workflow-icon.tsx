import type { ComponentType } from 'react';
import type { WorkflowIconName } from '@/lib/contracts/workflow-icons';
import type { IconProps } from './create-icon';
import {
  IconBooks,
  IconBug,
  IconCalendar,
  IconChecklist,
  IconClipboardText,
  IconDatabase,
  IconFileDiff,
  IconFilePlus,
  IconFileSearch,
  IconFileText,
  IconFolderPlus,
  IconFolderSearch,
  IconFolders,
  IconGitCompare,
  IconLanguage,
  IconListCheck,
  IconMail,
  IconMessageQuestion,
  IconNote,
  IconNotebook,
  IconPencil,
  IconReplace,
  IconReport,
  IconRocket,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconTable,
  IconTerminal,
  IconTool,
  IconWand,
  IconWorldCheck,
} from './icons';

const icons: Record<WorkflowIconName, ComponentType<IconProps>> = {
  books: IconBooks,
  bug: IconBug,
  calendar: IconCalendar,
  checklist: IconChecklist,
  'clipboard-text': IconClipboardText,
  database: IconDatabase,
  'file-diff': IconFileDiff,
  'file-plus': IconFilePlus,
  'file-search': IconFileSearch,
  'file-text': IconFileText,
  'folder-plus': IconFolderPlus,
  'folder-search': IconFolderSearch,
  folders: IconFolders,
  'git-compare': IconGitCompare,
  language: IconLanguage,
  'list-check': IconListCheck,
  mail: IconMail,
  'message-question': IconMessageQuestion,
  note: IconNote,
  notebook: IconNotebook,
  pencil: IconPencil,
  replace: IconReplace,
  report: IconReport,
  rocket: IconRocket,
  search: IconSearch,
  settings: IconSettings,
  'shield-check': IconShieldCheck,
  table: IconTable,
  terminal: IconTerminal,
  tool: IconTool,
  wand: IconWand,
  'world-check': IconWorldCheck,
};

export function WorkflowIcon({ name, size = 20 }: { name: string; size?: number }) {
  const Icon = isKnown(name) ? icons[name] : IconWand;
  return <Icon size={size} stroke={1.6} aria-hidden />;
}

/** Returns false for a name that the server knows and this older page does not. */
function isKnown(name: string): name is WorkflowIconName {
  return Object.hasOwn(icons, name);
}
