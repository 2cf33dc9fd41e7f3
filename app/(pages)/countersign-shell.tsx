'use client';

import { useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import {
  IconChartBar,
  IconChecklist,
  IconFolder,
  IconLayoutGrid,
  IconMessages,
  IconSettings,
} from '@/app/_ui/icons/icons';
import type { ApprovalList } from '@/lib/contracts/approvals';
import { usePendingApprovals } from '../_client/approval-queries';
import { deletedConversation } from '../_client/deleted-conversation';
import { useStore } from '../_client/external-store';
import { LiveRunWatcher } from '../_client/live-run-watcher';
import { isServerThere } from '../_client/server-check';
import { useSignOutElsewhere } from '../_client/session-queries';
import { ApprovalDialogHost } from '../_features/approvals/approval-dialog-host';
import { BrowserNotice } from '../_features/approvals/browser-notice';
import { WaitingBar } from '../_features/approvals/waiting-bar';
import { beginTypingAhead, takeTypedAhead } from '../_ui/keys/typed-ahead';
import { usePageKeys } from '../_ui/keys/use-page-keys';
import { useKeptFocus } from '../_ui/layer/use-kept-focus';
import { AppFrame } from '../_ui/shell/app-frame';
import { TitleCount } from '../_ui/shell/page-title';
import { useAppBadge } from '../_ui/shell/use-app-badge';
import { Announcer } from '../_ui/state/announcer';
import { loadPart, setServerCheck } from '../_ui/state/load-part';
import { onDemand } from '../_ui/state/on-demand';
import { WorkBar } from '../_ui/state/work-bar';
import { ConnectionBar } from './connection-bar';
import { ModelInUse } from './model-in-use';
import { PersonLine } from './person-line';
import { WorkSign } from './work-sign';

setServerCheck(isServerThere);

const loadPalette = () => import('./command-palette').then((module) => module.CommandPalette);
const CommandPalette = onDemand(loadPalette, WorkBar);

const UndoDelete = onDemand(() =>
  import('../_features/conversations/undo-delete').then((module) => module.UndoDelete),
);

const ShortcutList = onDemand(() => import('./shortcut-list').then((module) => module.ShortcutList), WorkBar);

/** The page loads its own parts first. */
const loadOthersAfterMs = 1_500;

type Props = {
  /** These are the longest-waiting request and the "Needs you" count when the server rendered the page. */
  firstWaiting: ApprovalList | null;
  children: ReactNode;
};

export function CountersignShell({ firstWaiting, children }: Props) {
  const needsYou = (usePendingApprovals().data ?? firstWaiting)?.needsYouCount ?? 0;
  useAppBadge(needsYou);
  useKeptFocus();
  useSignOutElsewhere();
  const hasDeleted = useStore(deletedConversation) !== null;
  const [isPaletteOpen, palette] = useDisclosure();
  // The shortcut also works in a field, where people used to type commands.
  const openPalette = () => {
    if (isPaletteOpen) return;
    beginTypingAhead();
    palette.open();
  };
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => (isPaletteOpen ? () => void takeTypedAhead() : undefined), [isPaletteOpen]);
  const [isHelpOpen, help] = useDisclosure();
  usePageKeys([
    ['?', help.open],
    ['/', focusSearch],
  ]);
  // The app loads the palette and the other pages ahead of time, so that the palette takes the first key
  // typed.
  const [isPrefetching, setIsPrefetching] = useState(false);
  const [isPaletteLoaded, setIsPaletteLoaded] = useState(false);
  const loadOthers = () => {
    setIsPrefetching(true);
    // When loading ahead of time fails, the page stays as it is.
    loadPart(loadPalette).then(
      () => setIsPaletteLoaded(true),
      () => {},
    );
  };
  useTimeout(loadOthers, loadOthersAfterMs, { autoInvoke: true });

  return (
    <TitleCount value={needsYou}>
      <LiveRunWatcher />
      <AppFrame
        onSearch={openPalette}
        isPrefetching={isPrefetching}
        footer={<ModelInUse />}
        person={<PersonLine place="rail" />}
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
            count: needsYou,
          },
          { href: '/files', label: 'Files', icon: <IconFolder size={20} stroke={1.6} /> },
          { href: '/usage', label: 'Usage', icon: <IconChartBar size={20} stroke={1.6} /> },
          { href: '/settings', label: 'Settings', icon: <IconSettings size={20} stroke={1.6} /> },
        ]}
      >
        <ConnectionBar />
        <WaitingBar fromPage={firstWaiting} />
        {children}
        {/* Every part of a page belongs to a landmark, and so does a sign that something works or loads. */}
        <WorkSign />
        {(isPaletteOpen || isPaletteLoaded) && (
          <CommandPalette isOpen={isPaletteOpen} onClose={palette.close} />
        )}
        {isHelpOpen && <ShortcutList isOpen onClose={help.close} />}
      </AppFrame>
      <ApprovalDialogHost />
      <BrowserNotice />
      {hasDeleted && <UndoDelete />}
      <Announcer />
    </TitleCount>
  );
}

/** Moves the focus to the page's search field, if it has one. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
}
