'use client';

import { useMemo } from 'react';
import { foldText } from '../../_ui/text/fold-text';
import { FoldToggle } from '../../_ui/text/fold-toggle';
import { RevealedProse } from '../../_ui/text/revealed-prose';
import { useFold } from '../../_ui/text/use-fold';
import classes from './run-entry.module.css';

/** A message shows fewer lines than a result, because its reader wrote it. */
const shownLines = 20;

/** Shows what a person sent. The text is complete, but folds when it is long. */
export function MessageText({ text }: { text: string }) {
  const folded = useMemo(() => foldText(text, shownLines), [text]);
  const fold = useFold(folded.size !== null);
  return (
    <>
      <p>
        <RevealedProse text={fold.isOpen ? text : folded.shown} />
      </p>
      <FoldToggle fold={fold} size={folded.size ?? ''} className={classes['more']} />
    </>
  );
}
