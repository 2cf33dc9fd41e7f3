'use client';

import { WorkflowStart } from '../../../_features/workflows/workflow-start';
import { useOpenPage } from '../../use-open-page';

type Props = {
  workflowId: string;
  formerIds: readonly string[];
  linked: Record<string, unknown>;
  isRerun: boolean;
};

export function WorkflowScreen(props: Props) {
  const openPage = useOpenPage();
  return (
    <WorkflowStart
      {...props}
      onStarted={({ conversationId }) => openPage(`/conversations/${conversationId}`, { keepsDialog: true })}
    />
  );
}
