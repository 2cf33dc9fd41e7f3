import { Fragment } from 'react';
import { describeLookalike } from '@/lib/shared/lookalikes';
import classes from './pieces.module.css';
import type { TextPiece } from './text-pieces';

/** Draws pieces of a text: colored, marked, or as an escape. */
export function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  const start = pieces.findIndex(({ isMarked }) => isMarked);
  if (start === -1) return pieces.map(toDrawn);
  // The marked pieces are one stretch, whatever their colors.
  const end = pieces.findLastIndex(({ isMarked }) => isMarked) + 1;
  return (
    <>
      {pieces.slice(0, start).map(toDrawn)}
      <mark className={classes['mark']}>{pieces.slice(start, end).map(toDrawn)}</mark>
      {pieces.slice(end).map(toDrawn)}
    </>
  );
}

function toDrawn({ from, text, drawnAs, isLookalike, role }: TextPiece) {
  if (drawnAs !== null) {
    return (
      <span key={from} className={classes['escape']} dir="ltr">
        {drawnAs}
      </span>
    );
  }
  if (isLookalike) {
    return (
      <span key={from} className={classes['lookalike']} title={describeLookalike(text)}>
        {text}
      </span>
    );
  }
  if (role === null) return <Fragment key={from}>{text}</Fragment>;
  return (
    <span key={from} className={classes['token']} data-role={role}>
      {text}
    </span>
  );
}
