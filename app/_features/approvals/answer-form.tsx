'use client';

import { Button, Group, Text, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { useAnswerDraft, type WordedAnswer } from './answer-draft';
import classes from './decision-bar.module.css';
import type { Decision } from './use-decision';

type Props = {
  approvalId: string;
  answer: WordedAnswer;
  isArmed: boolean;
  decision: Decision;
  onDecided: ((decided: ApprovalView) => void) | undefined;
  onBack: () => void;
};

const words = {
  reject: {
    label: 'Why? (optional)',
    description: 'The run stops here. Nothing else will run.',
    button: 'Reject and end the run',
    isOptional: true,
  },
  guide: {
    label: 'What should it do instead?',
    description: 'The model reads this and tries again.',
    button: 'Reject and send guidance',
    isOptional: false,
  },
  glass: {
    label: 'Why do you approve this alone?',
    description: 'It runs at once. Wherever this request is shown, a red mark has your name and this reason.',
    button: 'Break the glass and approve',
    isOptional: false,
  },
} as const satisfies Record<WordedAnswer, object>;

/**
 * Takes the words of an answer: a refusal that ends the run, one that tells the model what to do instead, or
 * an approval that one admin gives alone.
 */
export function AnswerForm({ approvalId, answer, isArmed, decision, onDecided, onBack }: Props) {
  const draft = useAnswerDraft(approvalId, answer);
  const { label, description, button, isOptional } = words[answer];
  const typed = draft.value ?? '';
  const text = typed.trim();
  const canSend = isArmed && (text !== '' || isOptional);
  const send = () => {
    if (!canSend) return;
    const onRecorded = (decided: ApprovalView) => {
      draft.discard();
      onDecided?.(decided);
    };
    if (answer === 'guide') decision.decide({ decision: 'reject_with_guidance', guidance: text }, onRecorded);
    else if (answer === 'glass') decision.decide({ decision: 'break_glass', reason: text }, onRecorded);
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
        label={label}
        description={description}
        maxLength={4_000}
        value={typed}
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
        <Button color="red" loading={decision.isPending} disabled={!isOptional && text === ''} onClick={send}>
          {button}
        </Button>
      </Group>
    </div>
  );
}
