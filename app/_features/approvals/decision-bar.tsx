'use client';

import { Button, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useState } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { takesKeys } from '../../_ui/keys/takes-keys';
import type { Reading } from '../../_ui/reading/use-reading';
import { announce } from '../../_ui/state/announcer';
import { UnsentWords } from '../../_ui/text/unsent-words';
import { AnswerButtons } from './answer-buttons';
import { useDiscardDrafts, useUnsentWords, type WordedAnswer } from './answer-draft';
import { AnswerForm } from './answer-form';
import classes from './decision-bar.module.css';
import { DecisionRecord } from './decision-record';
import { describeDecision } from './describe-decision';
import { isInFront } from './key-target';
import { nameAct } from './name-act';
import { describeReading, findReadingLock } from './reading-lock';
import { ReadingNote } from './reading-note';
import { useArmed } from './use-armed';
import { useDecision } from './use-decision';

type Props = {
  approval: ApprovalView;
  reading: Reading;
  onDecided?: ((decided: ApprovalView) => void) | undefined;
};

/**
 * Keeps the three answers to one request in view. No answer has the focus at first, none reacts in the first
 * half second, and from the keyboard only Ctrl or ⌘ with Enter approves.
 */
export function DecisionBar({ approval, reading, onDecided }: Props) {
  const [mode, setMode] = useState<'choose' | WordedAnswer>('choose');
  const [leftForm, setLeftForm] = useState<WordedAnswer | null>(null);
  const [isAccepted, setIsAccepted] = useState(false);
  const noteId = useId();
  const decision = useDecision(approval);
  const isPending = approval.status === 'pending';
  useDiscardDrafts(approval.id, !isPending && approval.status !== 'expired');
  const unsentWords = useUnsentWords(approval.id);
  // A decision discards the drafts. The person can still read their words here.
  const [written, setWritten] = useState(unsentWords);
  if (isPending && written !== unsentWords) setWritten(unsentWords);
  const [wasPending] = useState(isPending);
  const isDecidedMeanwhile =
    wasPending && !isPending && !decision.isPending && !decision.isRecorded && !decision.isDecidedByOther;
  const isArmed = useArmed(isPending ? `${approval.id} ${approval.digest}` : null) && !decision.isPending;
  const isImpossible = Boolean(approval.targetChange?.problem);
  const hasSigned = approval.signatures?.isYours ?? false;
  const lock = isImpossible ? 'impossible' : findReadingLock(approval.risk, reading, isAccepted);
  const said = describeDecision(approval);

  const describeLock = () => (lock === null ? '' : describeReading(reading.place?.screensBelow ?? 0, lock));
  const approve = () => {
    if (approval.whyNotSign !== null) announce(approval.whyNotSign);
    else if (hasSigned) announce(said);
    else if (lock !== null) announce(describeLock());
    else if (isArmed) decision.decide({ decision: 'approve' }, onDecided);
  };
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || mode !== 'choose') return;
    // A held key presses a button again and again, but the person meant it for the first request shown.
    if (event.repeat && event.target instanceof Node && reading.bar.current?.contains(event.target))
      event.preventDefault();
    if (event.repeat || !(event.ctrlKey || event.metaKey)) return;
    if (!isPending || takesKeys(event.target) || !isInFront(reading.bar.current)) return;
    event.preventDefault();
    approve();
  });

  useEffect(() => {
    if (isDecidedMeanwhile) announce(said);
  }, [isDecidedMeanwhile, said]);

  if (!isPending) {
    const isNobodys = approval.status === 'expired' || decision.isDecidedByOther || isDecidedMeanwhile;
    return (
      <DecisionRecord
        approval={approval}
        isDecidedByOther={decision.isDecidedByOther}
        isDecidedMeanwhile={isDecidedMeanwhile}
        unsentWords={isNobodys ? written : ''}
      />
    );
  }
  // Somebody may lose the role that signs while they write. Breaking the glass is for those who may not sign.
  if (mode !== 'choose' && (approval.whyNotSign === null || mode === 'glass')) {
    return (
      <AnswerForm
        approvalId={approval.id}
        answer={mode}
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
  const readingNote = (
    <ReadingNote
      id={noteId}
      reading={reading}
      lock={lock}
      isHighRisk={approval.risk === 'high'}
      isAccepted={isAccepted}
      onAccept={setIsAccepted}
    />
  );
  const glass = approval.mayBreakGlass && (
    <Button
      variant="default"
      data-action="glass"
      aria-disabled={!isArmed || lock !== null}
      aria-describedby={noteId}
      autoFocus={leftForm === 'glass'}
      onClick={() => (lock === null ? isArmed && setMode('glass') : announce(describeLock()))}
    >
      Break the glass…
    </Button>
  );
  if (approval.whyNotSign !== null) {
    return (
      <div className={classes['bar']}>
        <div className={classes['note']}>
          <p className={classes['reading']}>{approval.whyNotSign}</p>
          <UnsentWords words={unsentWords} />
        </div>
        {approval.mayBreakGlass && readingNote}
        {glass}
      </div>
    );
  }
  return (
    <div className={classes['bar']}>
      {decision.problem && !hasSigned && (
        <Text size="sm" c="red" role="alert" className={classes['error']}>
          {decision.problem}
        </Text>
      )}
      {hasSigned ? (
        <div className={classes['note']}>
          <p className={classes['reading']}>{said}</p>
        </div>
      ) : (
        readingNote
      )}
      <AnswerButtons
        act={nameAct(approval)}
        isArmed={isArmed}
        isLocked={lock !== null}
        isSending={decision.isPending}
        describedBy={noteId}
        focusOn={leftForm === 'glass' ? null : leftForm}
        onReject={setMode}
        onApprove={hasSigned ? null : approve}
      >
        {glass}
      </AnswerButtons>
    </div>
  );
}
