'use client';

import { useMemo } from 'react';
import type { JudgedBy } from '@/lib/shared/lookalikes';
import { CodeText } from '../syntax/code-text';
import { foldAfterLines, foldText } from './fold-text';
import { FoldToggle } from './fold-toggle';
import classes from './folded-text.module.css';
import { useFold } from './use-fold';

type Props = {
  text: string;
  maxLines?: number;
  tone?: 'normal' | 'danger';
  language?: string;
  judgedBy?: JudgedBy;
};

/** Shows exact text in monospace. The text is complete, but folds when it is long. */
export function FoldedText({
  text,
  maxLines = foldAfterLines,
  tone = 'normal',
  language = '',
  judgedBy = 'line',
}: Props) {
  const folded = useMemo(() => foldText(text, maxLines), [text, maxLines]);
  const fold = useFold(folded.size !== null);
  return (
    <div className={classes['frame']} data-tone={tone}>
      <pre className={classes['text']}>
        {text === '' ? (
          <span className={classes['empty']}>(empty)</span>
        ) : (
          <CodeText text={fold.isOpen ? text : folded.shown} language={language} judgedBy={judgedBy} />
        )}
      </pre>
      <FoldToggle fold={fold} size={folded.size ?? ''} />
    </div>
  );
}
