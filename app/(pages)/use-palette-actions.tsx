'use client';

import { useMantineColorScheme } from '@mantine/core';
import { useCreateConversation } from '../_client/conversation-queries';
import { useMay } from '../_client/me';
import { useWorkspaceChoice } from '../_client/workspaces';
import {
  IconChartBar,
  IconChecklist,
  IconEye,
  IconFolder,
  IconHistory,
  IconLayoutGrid,
  IconMessagePlus,
  IconMessages,
  IconSettings,
} from '../_ui/icons/icons';
import type { PaletteEntry } from '../_ui/palette/search-palette';
import { announce } from '../_ui/state/announcer';
import { useOpenPage } from './use-open-page';

const look = { size: 18, stroke: 1.6 };

const auditPath = '/settings/audit';

const pages = [
  { path: '/', Icon: IconLayoutGrid, label: 'Workflows', keywords: ['home', 'start'] },
  { path: '/conversations', Icon: IconMessages, label: 'Conversations', keywords: ['history', 'runs'] },
  {
    path: '/approvals',
    Icon: IconChecklist,
    label: 'Approvals',
    keywords: ['requests', 'needs you', 'waiting'],
  },
  {
    path: '/approvals?tab=decided',
    Icon: IconHistory,
    label: 'Decided approvals',
    keywords: ['history', 'approved', 'rejected', 'expired'],
  },
  {
    path: '/files',
    Icon: IconFolder,
    label: 'Files',
    keywords: ['workspace', 'folder', 'documents', 'browse'],
  },
  {
    path: '/usage',
    Icon: IconChartBar,
    label: 'Usage',
    keywords: ['tokens', 'costs', 'price', 'statistics'],
  },
  {
    path: auditPath,
    Icon: IconHistory,
    label: 'Audit log',
    keywords: ['changes', 'history', 'who', 'activity'],
  },
  { path: '/settings', Icon: IconSettings, label: 'Settings', keywords: ['model', 'preferences', 'prompts'] },
];

const themes = [
  { scheme: 'light', label: 'Use the light theme' },
  { scheme: 'dark', label: 'Use the dark theme' },
  { scheme: 'auto', label: 'Use the system’s theme' },
] as const;

/** Returns the palette's actions besides opening a workflow, a request or a conversation. */
export function usePaletteActions(): PaletteEntry[] {
  const openPage = useOpenPage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const create = useCreateConversation();
  const { chosenId } = useWorkspaceChoice();
  const may = useMay();
  const newConversation: PaletteEntry[] = [
    {
      id: 'new-conversation',
      label: 'New conversation',
      icon: <IconMessagePlus {...look} />,
      keywords: ['chat', 'message', 'ask'],
      // The palette has closed when the server answers, and only a promise outlives it.
      open: () =>
        void create.mutateAsync(chosenId).then(
          ({ id }) => openPage(`/conversations/${id}`),
          () => announce('The conversation could not be created.'),
        ),
    },
  ];
  return [
    ...(may('start') ? newConversation : []),
    ...themes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, label }) => ({
        id: `theme-${scheme}`,
        label,
        icon: <IconEye {...look} />,
        keywords: ['appearance', 'colors', 'mode', 'switch theme'],
        open: () => setColorScheme(scheme),
      })),
    ...pages
      .filter(({ path }) => path !== auditPath || may('administer'))
      .map(({ path, label, keywords, Icon }) => ({
        id: `page-${path}`,
        label,
        icon: <Icon {...look} />,
        keywords,
        open: () => openPage(path),
      })),
  ];
}
