'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useEffect } from 'react';
import { IconMessage } from '@/app/_ui/icons/icons';
import { hasErrorCode } from '../../../_client/api-error';
import { useConversation } from '../../../_client/conversation-queries';
import { ConversationWatcher } from '../../../_client/conversation-watcher';
import { deletedConversation } from '../../../_client/deleted-conversation';
import { useStore } from '../../../_client/external-store';
import { useMay } from '../../../_client/me';
import { useRunIfAny } from '../../../_client/run-queries';
import { useRunWait } from '../../../_client/use-run-wait';
import { watchRun } from '../../../_client/watched-run';
import { useWorkflows } from '../../../_client/workflow-queries';
import { useNeededWorkspace } from '../../../_client/workspaces';
import { openApproval } from '../../../_features/approvals/open-approval';
import { CannotReply } from '../../../_features/conversations/cannot-reply';
import { Composer } from '../../../_features/conversations/composer';
import { ConversationColumn } from '../../../_features/conversations/conversation-column';
import { ConversationHeader } from '../../../_features/conversations/conversation-header';
import { ConversationMenu } from '../../../_features/conversations/conversation-menu';
import { ConversationSkeleton } from '../../../_features/conversations/conversation-skeleton';
import { EarlierRuns } from '../../../_features/conversations/earlier-runs';
import { useFollowBottom } from '../../../_features/conversations/use-follow-bottom';
import { RunEntry } from '../../../_features/runs/run-entry';
import { WorkspaceProvider } from '../../../_ui/files/workspace-context';
import { preloadMarkdown } from '../../../_ui/markdown/markdown';
import { Page } from '../../../_ui/shell/page';
import { EmptyNote } from '../../../_ui/state/empty-note';
import { ErrorNote } from '../../../_ui/state/error-note';
import { useHasArrived } from '../../../_ui/state/use-has-arrived';

if (typeof window !== 'undefined') preloadMarkdown();

const waysBack = [
  { href: '/conversations', label: 'Conversations' },
  { href: '/', label: 'Workflows' },
];

type Props = {
  conversationId: string;
  /**
   * This is the conversation's title when the server rendered the page. It is null when the conversation did
   * not exist.
   */
  firstTitle: string | null;
};

export function ConversationScreen({ conversationId, firstTitle }: Props) {
  const router = useRouter();
  const { data: loaded, error, isFetching, refetch } = useConversation(conversationId);
  // After a deletion, the page stays as it is until the list has opened.
  const isLeaving = useStore(deletedConversation)?.id === conversationId;
  const conversation = hasErrorCode(error, 'not_found') && !isLeaving ? undefined : loaded;
  const hasArrived = useHasArrived(conversation);
  // The text renders before the menu.
  const hasMenu = useDeferredValue(hasArrived);
  const following = useFollowBottom();
  const lastRunId = conversation?.runIds.at(-1) ?? null;
  const { data: lastRun } = useRunIfAny(lastRunId);
  const may = useMay();
  const waiting = useRunWait(lastRun);
  const models = useWorkflows().data?.models ?? null;
  const isActive = lastRun?.header.isActive ?? false;
  const expectsEvents = lastRun?.header.expectsEvents ?? false;
  const workspaceId = useNeededWorkspace(conversation?.workspaceId ?? null);
  // The guidance for a request is a decision, and no new run.
  const guided = waiting?.whyNot === null ? (lastRun?.header.approvalId ?? null) : null;
  const whyNotSend = guided === null ? (conversation?.whyNotReply ?? null) : null;
  const whyNotReply = may('start')
    ? whyNotSend && `You cannot reply here. ${whyNotSend}`
    : 'Your role can only read. An operator can reply here.';
  const title = conversation?.title ?? (error ? null : firstTitle);

  /** Brings a message or run that the person just started into view. */
  const showStarted = () => {
    following.follow();
    void refetch();
  };

  useEffect(() => {
    if (lastRunId !== null && expectsEvents) watchRun(lastRunId);
  }, [lastRunId, expectsEvents]);

  return (
    <Page title={title ?? 'Conversation'} width="column" isFull>
      <ConversationWatcher id={conversationId} />
      {title !== null && (
        <ConversationHeader
          title={title}
          facts={conversation ?? null}
          menu={
            conversation &&
            hasMenu && (
              <ConversationMenu
                conversation={conversation}
                mayChange={may('steer', conversation)}
                isActive={isActive}
                onDeleted={() => router.push('/conversations')}
              />
            )
          }
        />
      )}
      {!hasArrived && !error && <ConversationSkeleton />}
      {error && !conversation && (
        <ErrorNote
          title="The conversation could not be loaded"
          isPage={title === null}
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
          waysBack={waysBack}
        />
      )}
      {conversation && hasArrived && (
        <WorkspaceProvider value={workspaceId}>
          <ConversationColumn
            following={following}
            firstId={conversation.runIds[0] ?? null}
            opensAtEnd={conversation.runIds.length > 1}
            composer={
              whyNotReply !== null ? (
                <CannotReply conversationId={conversation.id} whyNot={whyNotReply} />
              ) : (
                <Composer
                  conversationId={conversation.id}
                  isBlocked={isActive}
                  needsOutcome={lastRun?.header.unknownOutcome != null}
                  approvalId={guided}
                  whyNotAnswer={waiting?.whyNot ?? null}
                  isEmpty={conversation.runIds.length === 0}
                  models={models}
                  pickedBefore={lastRun?.pickedModelId ?? null}
                  onSent={showStarted}
                />
              )
            }
          >
            {conversation.runIds.length === 0 && (
              <EmptyNote icon={<IconMessage size={26} stroke={1.5} />} title="Nothing here yet">
                {may('start')
                  ? 'Describe below what you need. Anything that would change a file, run a command or go online waits for your OK.'
                  : 'Nobody has asked for anything here.'}
              </EmptyNote>
            )}
            {conversation.earlierCursor !== null && (
              <EarlierRuns conversationId={conversation.id} firstId={conversation.runIds[0] ?? ''} />
            )}
            {conversation.runIds.map((runId, index) => (
              <RunEntry
                key={runId}
                runId={runId}
                titleAbove={index === 0 && conversation.earlierCursor === null ? conversation.title : null}
                onReview={openApproval}
                onStarted={showStarted}
              />
            ))}
          </ConversationColumn>
        </WorkspaceProvider>
      )}
    </Page>
  );
}
