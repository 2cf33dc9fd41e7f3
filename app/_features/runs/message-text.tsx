'use client';

import { useMemo } from 'react';
import { foldText } from '../../_ui/text/fold-text';
import { FoldToggle } from '../../_ui/text/fold-toggle';
import { RevealedProse } from '../../_ui/text/revealed-prose';
import { useFold } from '../../_ui/text/use-fold';
import classes from './run-entry.module.css';

/** Less than of a result: the person who wrote it knows it. */
const shownLines = 20;

/** What a person sent: complete, but folded when long. */
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
