'use client';

import { Button, Kbd, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSignature } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { announce } from '../../_ui/state/announcer';
import classes from './decision-bar.module.css';
import { DecisionRecord } from './decision-record';
import { describeDecision } from './describe-decision';
import { RejectionForm } from './rejection-form';
import { useArmed } from './use-armed';
import { useDecision } from './use-decision';

type Props = { approval: ApprovalView; onDecided?: (decided: ApprovalView) => void };

/**
 * The three answers to one request, always in sight. Nothing here has the focus to begin with, nothing reacts in the
 * first half second, and only Ctrl or ⌘ with Enter approves from the keyboard.
 */
export function DecisionBar({ approval, onDecided }: Props) {
  const [mode, setMode] = useState<'choose' | 'reject' | 'guide'>('choose');
  const [leftForm, setLeftForm] = useState<'reject' | 'guide' | null>(null);
  const decision = useDecision(approval.id);
  const isPending = approval.status === 'pending';
  const [wasPending] = useState(isPending);
  const isDecidedMeanwhile =
    wasPending && !isPending && !decision.isPending && !decision.isRecorded && !decision.wasFaster;
  const isArmed = useArmed(isPending ? `${approval.id} ${approval.digest}` : null) && !decision.isPending;
  const canApprove = isArmed && !approval.targetChange?.problem;

  const approve = () => {
    if (canApprove) decision.decide({ decision: 'approve', digest: approval.digest }, onDecided);
  };
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    if (mode !== 'choose' || !isPending || isTyping(event.target)) return;
    event.preventDefault();
    approve();
  });

  const words = describeDecision(approval);
  useEffect(() => {
    if (isDecidedMeanwhile) announce(words);
  }, [isDecidedMeanwhile, words]);

  if (!isPending) {
    return (
      <DecisionRecord
        approval={approval}
        wasFaster={decision.wasFaster}
        isDecidedMeanwhile={isDecidedMeanwhile}
      />
    );
  }
  if (mode !== 'choose') {
    return (
      <RejectionForm
        withGuidance={mode === 'guide'}
        isArmed={isArmed}
        decision={decision}
        onDecided={onDecided}
        onBack={() => {
          setLeftForm(mode);
          setMode('choose');
        }}
      />
    );
  }
  return (
    <div className={classes['bar']}>
      {decision.error && (
        <Text size="sm" c="red" role="alert" className={classes['error']}>
          Nothing was recorded: {decision.error.message}
        </Text>
      )}
      <Button
        variant="default"
        autoFocus={leftForm === 'reject'}
        aria-disabled={!isArmed}
        onClick={() => isArmed && setMode('reject')}
      >
        Reject
      </Button>
      <Button
        variant="default"
        autoFocus={leftForm === 'guide'}
        aria-disabled={!isArmed}
        onClick={() => isArmed && setMode('guide')}
      >
        Reject with guidance
      </Button>
      <Button
        className={classes['approve']}
        aria-disabled={!canApprove}
        loading={decision.isPending}
        leftSection={<IconSignature size={18} aria-hidden />}
        rightSection={
          <Kbd size="xs" className={classes['key']} aria-hidden>
            <ModifierKey /> ↵
          </Kbd>
        }
        onClick={approve}
      >
        Approve
      </Button>
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
