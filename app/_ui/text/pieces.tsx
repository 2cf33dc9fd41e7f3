import { Fragment } from 'react';
import classes from './pieces.module.css';
import type { TextPiece } from './text-pieces';

/** Pieces of a text as they look: coloured, marked, or drawn as an escape. */
export function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece) => {
    const drawn = drawnPiece(piece);
    return piece.isMarked ? (
      <mark key={piece.from} className={classes['mark']}>
        {drawn}
      </mark>
    ) : (
      <Fragment key={piece.from}>{drawn}</Fragment>
    );
  });
}

function drawnPiece({ text, drawnAs, role }: TextPiece) {
  if (drawnAs !== null) {
    return (
      <span className={classes['escape']} dir="ltr">
        {drawnAs}
      </span>
    );
  }
  if (role === null) return text;
  return (
    <span className={classes['token']} data-role={role}>
      {text}
    </span>
  );
}
