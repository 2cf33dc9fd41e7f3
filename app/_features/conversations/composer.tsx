'use client';

import { ActionIcon, Button, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { IconArrowUp } from '@/app/_ui/icons/icons';
import { isComposing } from '@/app/_ui/keys/is-composing';
import type { ModelChoice } from '@/lib/contracts/workflows';
import { useDecideApproval } from '../../_client/approval-queries';
import { useSendMessage } from '../../_client/conversation-queries';
import { createIdempotencyKey } from '../../_client/idempotency-key';
import { ModelSelect } from '../../_ui/model/model-select';
import classes from './composer.module.css';
import { useMessageDraft } from './message-draft';

type Props = {
  conversationId: string;
  /** A run is active, so the person cannot send anything. */
  isBlocked: boolean;
  /** The run waits until the person says how its last step ended. */
  needsOutcome: boolean;
  /** This request needs the person. Their text goes to the model as guidance, and never approves. */
  approvalId: string | null;
  /** Says why the person may not answer what the run waits for. */
  whyNotAnswer: string | null;
  /** The conversation has no message yet. */
  isEmpty: boolean;
  /** This is null until the models are known. */
  models: readonly ModelChoice[] | null;
  /**
   * The person picked this model for the previous run, and a message keeps it. Null means that they picked
   * none.
   */
  pickedBefore: string | null;
  onSent: () => void;
};

export function Composer(props: Props) {
  const { conversationId, isBlocked, needsOutcome, approvalId, whyNotAnswer } = props;
  const { isEmpty, models, pickedBefore, onSent } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = useMessageDraft(conversationId);
  const text = draft.value ?? '';
  const hintId = useId();
  // A retry of the same words uses the same key, because the first request may have arrived.
  const sent = useRef({ text: '', key: '' });
  const send = useSendMessage(conversationId);
  const decide = useDecideApproval();
  const isGuidance = approvalId !== null;
  const isOff = isBlocked && !isGuidance;
  const isSending = send.isPending || decide.isPending;
  // An earlier request's failure says nothing about this one.
  const guidanceError = decide.variables?.approvalId === approvalId ? decide.error : null;
  const error = isGuidance ? guidanceError : send.error;

  const hasScreenKeyboard = useMediaQuery('(hover: none) and (pointer: coarse)') ?? false;

  const modelId = chosen ?? pickedBefore;

  const onSuccess = () => {
    draft.update((now) => leaveOut(text, now ?? ''));
    sent.current = { text: '', key: '' };
    onSent();
  };
  const submit = () => {
    if (text.trim() === '' || isOff || isSending) return;
    if (approvalId !== null) {
      const body = { decision: 'reject_with_guidance' as const, guidance: text.trim() };
      decide.mutate({ approvalId, body }, { onSuccess });
    } else {
      const words = text.trim();
      if (sent.current.text !== words) sent.current = { text: words, key: createIdempotencyKey() };
      const picked = modelId === null ? {} : { modelId };
      send.mutate(
        { text: words, idempotencyKey: `${sent.current.key}${modelId ?? ''}`, ...picked },
        { onSuccess },
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || event.repeat) return;
    // A screen keyboard has no Shift + Enter, so Enter alone starts a new line.
    if (hasScreenKeyboard && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    // Guidance rejects a request, so the person must click its own button. Enter alone is too easy to press
    // by habit.
    if (!isGuidance) submit();
  };

  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        aria-label={isGuidance ? 'Guidance for the model' : 'Message'}
        aria-describedby={hintId}
        placeholder={placeholderOf(isGuidance, isEmpty)}
        variant="unstyled"
        className={classes['input']}
        value={text}
        disabled={isOff}
        autosize
        minRows={1}
        maxRows={8}
        onChange={({ currentTarget: { value } }) => (value === '' ? draft.discard() : draft.keep(value))}
        onKeyDown={onKeyDown}
      />
      {isGuidance ? (
        <Button type="submit" size="xs" variant="default" loading={isSending} disabled={text.trim() === ''}>
          Reject & send
        </Button>
      ) : (
        <ActionIcon
          type="submit"
          size="lg"
          aria-label="Send"
          loading={isSending}
          disabled={isOff || text.trim() === ''}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      )}
      {models && !isGuidance && (
        <ModelSelect isCompact models={models} value={modelId} isOff={isOff} onChange={setChosen} />
      )}
      <Text
        id={hintId}
        size="xs"
        c={error ? 'red' : 'dimmed'}
        className={classes['hint']}
        role={error ? 'alert' : undefined}
      >
        {error?.message ?? hint({ isOff, isGuidance, needsOutcome, hasScreenKeyboard, whyNotAnswer })}
      </Text>
    </form>
  );
}

/** Words typed while the previous message was being sent belong to the next one. */
function leaveOut(sent: string, now: string): string | null {
  const rest = now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
  return rest === '' ? null : rest;
}

function placeholderOf(isGuidance: boolean, isEmpty: boolean): string {
  if (isGuidance) return 'Say what it should do instead…';
  return isEmpty ? 'Describe what you need…' : 'Send a follow-up…';
}

function hint({
  isOff,
  isGuidance,
  needsOutcome,
  hasScreenKeyboard,
  whyNotAnswer,
}: Record<'isOff' | 'isGuidance' | 'needsOutcome' | 'hasScreenKeyboard', boolean> &
  Pick<Props, 'whyNotAnswer'>): string {
  if (whyNotAnswer !== null) return `The run waits for others. ${whyNotAnswer}`;
  if (needsOutcome) return 'Answer the question above first.';
  if (isGuidance) return 'Rejects the waiting request and sends this to the model.';
  if (isOff) return 'Still working. You can reply when it finishes.';
  if (hasScreenKeyboard) return 'Enter starts a new line.';
  return 'Enter sends, Shift + Enter starts a new line.';
}
