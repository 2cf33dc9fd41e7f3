import { Fragment, type ReactNode } from 'react';
import { describeLookalike } from '@/lib/shared/lookalikes';
import classes from './pieces.module.css';
import type { TextPiece } from './text-pieces';

/**
 * Draws pieces of a text: colored, marked or as an escape. Right-to-left text does not reorder its
 * surroundings.
 */
export function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  const runs = toRuns(pieces);
  const drawn = drawMarked(runs, (run) => run.every(({ isMarked }) => isMarked), drawRun);
  if (pieces.every(({ runFrom }) => runFrom === null)) return drawn;
  return (
    <span className={classes['exact']} dir="ltr">
      {drawn}
    </span>
  );
}

/** Groups the pieces of each right-to-left run. Every other piece is its own group. */
function toRuns(pieces: readonly TextPiece[]): TextPiece[][] {
  const runs: TextPiece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last && piece.runFrom !== null && last[0]?.runFrom === piece.runFrom) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

/** Draws all marked items as one stretch, whatever their colors. */
function drawMarked<Item>(
  items: readonly Item[],
  isMarked: (item: Item) => boolean,
  draw: (item: Item) => ReactNode,
): ReactNode {
  const start = items.findIndex(isMarked);
  if (start === -1) return items.map(draw);
  const end = items.findLastIndex(isMarked) + 1;
  return (
    <>
      {items.slice(0, start).map(draw)}
      <mark className={classes['mark']}>{items.slice(start, end).map(draw)}</mark>
      {items.slice(end).map(draw)}
    </>
  );
}

/** Draws a run in one piece, so that its letters join. A mark on part of the run goes inside. */
function drawRun(run: TextPiece[]): ReactNode {
  const [first] = run;
  if (!first) return null;
  if (first.runFrom === null) return drawPiece(first);
  const isPartlyMarked = run.some(({ isMarked }) => !isMarked);
  return (
    <bdi key={first.from}>
      {isPartlyMarked ? drawMarked(run, ({ isMarked }) => isMarked, drawPiece) : run.map(drawPiece)}
    </bdi>
  );
}

function drawPiece({ from, text, drawnAs, isLookalike, role }: TextPiece) {
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
