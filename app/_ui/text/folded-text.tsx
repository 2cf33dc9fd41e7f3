'use client';

import { useMemo, useState } from 'react';
import { CodeText } from '../syntax/code-text';
import { foldAfterLines, foldText } from './fold-text';
import { FoldToggle } from './fold-toggle';
import classes from './folded-text.module.css';

type Props = { text: string; maxLines?: number; tone?: 'normal' | 'danger'; language?: string };

/** Exact text in monospace: complete, but folded when long. */
export function FoldedText({ text, maxLines = foldAfterLines, tone = 'normal', language = '' }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const folded = useMemo(() => foldText(text, maxLines), [text, maxLines]);
  const shown = isOpen ? text : folded.shown;
  return (
    <div className={classes['frame']} data-tone={tone}>
      <pre className={classes['text']}>
        {text === '' ? (
          <span className={classes['empty']}>(empty)</span>
        ) : (
          <CodeText text={shown} language={language} />
        )}
      </pre>
      {folded.size !== null && (
        <FoldToggle isOpen={isOpen} size={folded.size} onToggle={() => setIsOpen(!isOpen)} />
      )}
    </div>
  );
}
