'use client';

import { useState } from 'react';
import { foldAfterLines, foldLines } from './fold-lines';
import classes from './folded-text.module.css';
import { RevealedText } from './revealed-text';

type Props = { text: string; maxLines?: number; tone?: 'normal' | 'danger' };

/** Exact text in monospace: complete, but folded when long. */
export function FoldedText({ text, maxLines = foldAfterLines, tone = 'normal' }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const folded = foldLines(text, maxLines);
  const shown = isOpen ? text : folded.shown;
  return (
    <div className={classes['frame']} data-tone={tone}>
      <pre className={classes['text']}>
        {shown === '' ? <span className={classes['empty']}>(empty)</span> : <RevealedText text={shown} />}
      </pre>
      {folded.hiddenLines > 0 && (
        <button
          type="button"
          className={classes['toggle']}
          onClick={() => setIsOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? 'Fold again' : `Show all ${folded.totalLines} lines`}
        </button>
      )}
    </div>
  );
}
