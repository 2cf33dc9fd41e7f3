'use client';

import { useRef, useState } from 'react';
import { ApprovalPanel } from './approval-panel';
import classes from './approvals.module.css';
import { LastDecision } from './last-decision';
import { useRoom } from './use-room';

type Props = { approvalId: string; hasOthers: boolean; onLeave: (decidedId: string) => void };

/**
 * Shows the selected request and keeps it in view however far the list is scrolled. After a decision, its
 * neighbor is next.
 */
export function RequestBeside({ approvalId, hasOthers, onLeave }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [decided, setDecided] = useState<{ id: string; nextId: string | null } | null>(null);
  if (decided?.nextId === null && decided.id !== approvalId) setDecided({ ...decided, nextId: approvalId });
  useRoom(frame);
  return (
    <div ref={frame} className={classes['beside']}>
      <ApprovalPanel
        key={approvalId}
        approvalId={approvalId}
        isBeside
        before={decided?.nextId === approvalId && <LastDecision approvalId={decided.id} />}
        onDecided={() => {
          setDecided({ id: approvalId, nextId: null });
          if (hasOthers) onLeave(approvalId);
        }}
      />
    </div>
  );
}
