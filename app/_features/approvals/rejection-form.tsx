'use client';

import { Button, Group, Text, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import classes from './decision-bar.module.css';
import { useRejectionDraft } from './rejection-draft';
import type { Decision } from './use-decision';

type Props = {
  approvalId: string;
  withGuidance: boolean;
  isArmed: boolean;
  decision: Decision;
  onDecided: ((decided: ApprovalView) => void) | undefined;
  onBack: () => void;
};

/** Offers two ways to reject: one ends the run, and the other tells the model what to do instead. */
export function RejectionForm({ approvalId, withGuidance, isArmed, decision, onDecided, onBack }: Props) {
  const draft = useRejectionDraft(approvalId, withGuidance);
  const words = draft.value ?? '';
  const text = words.trim();
  const canSend = isArmed && (text !== '' || !withGuidance);
  const send = () => {
    if (!canSend) return;
    const onRecorded = (decided: ApprovalView) => {
      draft.discard();
      onDecided?.(decided);
    };
    if (withGuidance) decision.decide({ decision: 'reject_with_guidance', guidance: text }, onRecorded);
    else decision.decide({ decision: 'reject', ...(text === '' ? {} : { reason: text }) }, onRecorded);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onBack();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send();
  };
  return (
    <div className={classes['form']}>
      <Textarea
        autoFocus
        // Escape leaves only the form. The dialog around it and the text stay.
        data-mantine-stop-propagation
        label={withGuidance ? 'What should it do instead?' : 'Why? (optional)'}
        description={
          withGuidance
            ? 'The model reads this and tries again.'
            : 'The run stops here. Nothing else will run.'
        }
        maxLength={4_000}
        value={words}
        onChange={(event) => draft.keep(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={2}
        maxRows={6}
      />
      {decision.problem && (
        <Text size="sm" c="red" role="alert">
          {decision.problem}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onBack} disabled={decision.isPending}>
          Back
        </Button>
        <Button
          color="red"
          loading={decision.isPending}
          disabled={withGuidance && text === ''}
          onClick={send}
        >
          {withGuidance ? 'Reject and send guidance' : 'Reject and end the run'}
        </Button>
      </Group>
    </div>
  );
}
