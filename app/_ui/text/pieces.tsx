import { Fragment } from 'react';
import classes from './pieces.module.css';
import type { TextPiece } from './text-pieces';

/** Pieces of a text as they look: coloured, marked, or drawn as an escape. */
export function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  const start = pieces.findIndex(({ isMarked }) => isMarked);
  if (start === -1) return pieces.map(toDrawn);
  // What is marked is one stretch, whatever the colours in it.
  const end = pieces.findLastIndex(({ isMarked }) => isMarked) + 1;
  return (
    <>
      {pieces.slice(0, start).map(toDrawn)}
      <mark className={classes['mark']}>{pieces.slice(start, end).map(toDrawn)}</mark>
      {pieces.slice(end).map(toDrawn)}
    </>
  );
}

function toDrawn({ from, text, drawnAs, role }: TextPiece) {
  if (drawnAs !== null) {
    return (
      <span key={from} className={classes['escape']} dir="ltr">
        {drawnAs}
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
