'use client';

import { useRouter } from 'next/navigation';
import { WorkflowStart } from '../../../_features/workflows/workflow-start';

type Props = { workflowId: string; linked: Record<string, unknown>; isRerun: boolean };

export function WorkflowScreen(props: Props) {
  const router = useRouter();
  return (
    <WorkflowStart
      {...props}
      onStarted={({ conversationId }) => router.push(`/conversations/${conversationId}`)}
    />
  );
}
