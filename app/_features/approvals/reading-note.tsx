'use client';

import { Button, Checkbox, Kbd } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowDown } from '@/app/_ui/icons/icons';
import { takesKeys } from '../../_ui/keys/takes-keys';
import type { Reading } from '../../_ui/reading/use-reading';
import classes from './decision-bar.module.css';
import { isInFront } from './key-target';
import { describeReading, type ReadingLock, veryLongFromScreens } from './reading-lock';

type Props = {
  id: string;
  reading: Reading;
  lock: ReadingLock | null;
  isHighRisk: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
};

/** Shows how much of the request is still below, a way to its end, and what unlocks Approve. */
export function ReadingNote({ id, reading, lock, isHighRisk, isAccepted, onAccept }: Props) {
  const { place, bar, moveToEnd } = reading;
  const screensBelow = place?.screensBelow ?? 0;
  const text = describeReading(screensBelow, lock);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'End' || screensBelow === 0) return;
    if (takesKeys(event.target) || !isInFront(bar.current)) return;
    event.preventDefault();
    moveToEnd();
  });
  const asksToAccept = isHighRisk && (place?.screens ?? 0) > veryLongFromScreens;
  if (text === '' && !asksToAccept) return null;
  return (
    <div className={classes['note']}>
      {text !== '' && (
        <p id={id} className={classes['reading']} data-locked={lock !== null}>
          {text}
        </p>
      )}
      {screensBelow > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['toEnd']}
          aria-label={`Go to the end. ${describeReading(screensBelow, null)}`}
          leftSection={<IconArrowDown size={15} aria-hidden />}
          rightSection={
            <Kbd size="xs" aria-hidden>
              End
            </Kbd>
          }
          onClick={moveToEnd}
        >
          <span className={classes['long']}>Go to the end</span>
          <span className={classes['short']}>{toShortCount(screensBelow)}</span>
        </Button>
      )}
      {asksToAccept && (
        <Checkbox
          size="sm"
          className={classes['accept']}
          checked={isAccepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
          label="I accept this complete request, including parts that I have not read."
        />
      )}
    </div>
  );
}

/** Shortens the count for a narrow button. The button's name has the exact number. */
function toShortCount(screens: number): string {
  const count = Math.ceil(screens);
  return count > 99 ? '99+' : String(count);
}
