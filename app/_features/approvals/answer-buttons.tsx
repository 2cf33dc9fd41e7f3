import { Button, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconSignature } from '@/app/_ui/icons/icons';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import classes from './decision-bar.module.css';

type Props = {
  /** Names the act that Approve allows. */
  act: string;
  isArmed: boolean;
  /** Approve stays locked until the person does what the element `describedBy` says. */
  isLocked: boolean;
  isSending: boolean;
  describedBy: string;
  /** The person came back from this form, so its button takes the focus. */
  focusOn: 'reject' | 'guide' | null;
  onReject: (form: 'reject' | 'guide') => void;
  /** Null means that this person has already approved. */
  onApprove: (() => void) | null;
  /** Stands between the refusals and Approve. */
  children: ReactNode;
};

/**
 * Test suites outside this repository find the buttons by `data-action`, because Approve's label depends on
 * the request.
 */
export function AnswerButtons({
  act,
  isArmed,
  isLocked,
  isSending,
  describedBy,
  focusOn,
  onReject,
  onApprove,
  children,
}: Props) {
  return (
    <>
      <Button
        variant="default"
        data-action="reject"
        autoFocus={focusOn === 'reject'}
        aria-disabled={!isArmed}
        onClick={() => isArmed && onReject('reject')}
      >
        Reject
      </Button>
      <Button
        variant="default"
        data-action="guide"
        autoFocus={focusOn === 'guide'}
        aria-disabled={!isArmed}
        onClick={() => isArmed && onReject('guide')}
        aria-label="Reject with guidance"
      >
        <span className={classes['long']}>Reject with guidance</span>
        <span className={classes['short']}>Guidance</span>
      </Button>
      {children}
      {onApprove && (
        <Button
          data-action="approve"
          className={classes['approve']}
          aria-disabled={!isArmed || isLocked}
          aria-describedby={describedBy}
          loading={isSending}
          leftSection={<IconSignature size={18} aria-hidden />}
          rightSection={
            <Kbd size="xs" className={classes['key']} aria-hidden>
              <ModifierKey /> ↵
            </Kbd>
          }
          onClick={onApprove}
        >
          {act}
        </Button>
      )}
    </>
  );
}
