'use client';

import { useHotkeys } from '@mantine/hooks';
import { IconChecklist, IconLayoutGrid, IconMessages, IconSettings } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { usePendingApprovals } from '../_client/approval-queries';
import { deletedConversation } from '../_client/deleted-conversation';
import { useStore } from '../_client/external-store';
import { LiveRunWatcher } from '../_client/live-run-watcher';
import { ApprovalDialogHost } from '../_features/approvals/approval-dialog-host';
import { BrowserNotice } from '../_features/approvals/browser-notice';
import { WaitingBar } from '../_features/approvals/waiting-bar';
import { AppFrame } from '../_ui/shell/app-frame';
import { TitleCount } from '../_ui/shell/page-title';
import { useAppBadge } from '../_ui/shell/use-app-badge';
import { Announcer } from '../_ui/state/announcer';
import { ConnectionBar } from './connection-bar';
import { ModelInUse } from './model-in-use';

const CommandPalette = dynamic(() => import('./command-palette').then((module) => module.CommandPalette), {
  ssr: false,
});

const UndoDelete = dynamic(
  () => import('../_features/conversations/undo-delete').then((module) => module.UndoDelete),
  { ssr: false },
);

export function CountersignShell({ children }: { children: ReactNode }) {
  const waiting = usePendingApprovals().data?.pendingCount ?? 0;
  useAppBadge(waiting);
  const hasDeleted = useStore(deletedConversation) !== null;
  const [timesOpened, setTimesOpened] = useState(0);
  const openPalette = () => setTimesOpened((times) => times + 1);
  // Also from within a field: that is where an old command would be typed.
  useHotkeys([['mod+K', openPalette]], []);

  return (
    <TitleCount value={waiting}>
      <LiveRunWatcher />
      <AppFrame
        onSearch={openPalette}
        footer={<ModelInUse />}
        destinations={[
          {
            href: '/',
            label: 'Workflows',
            icon: <IconLayoutGrid size={20} stroke={1.6} />,
            covers: '/workflows',
          },
          { href: '/conversations', label: 'Conversations', icon: <IconMessages size={20} stroke={1.6} /> },
          {
            href: '/approvals',
            label: 'Approvals',
            icon: <IconChecklist size={20} stroke={1.6} />,
            count: waiting,
          },
          { href: '/settings', label: 'Settings', icon: <IconSettings size={20} stroke={1.6} /> },
        ]}
      >
        <ConnectionBar />
        <WaitingBar />
        {children}
      </AppFrame>
      <ApprovalDialogHost />
      <BrowserNotice />
      {hasDeleted && <UndoDelete />}
      {timesOpened > 0 && <CommandPalette timesOpened={timesOpened} />}
      <Announcer />
    </TitleCount>
  );
}
