'use client';

import { useState } from 'react';
import { countOf } from '../text/count-text';
import { foldAfterLines } from '../text/fold-text';
import { RevealedText } from '../text/revealed-text';
import classes from './entries.module.css';
import { PresentationFrame } from './presentation-frame';

type Props = { title: string; entries: readonly { name: string; detail: string }[] };

export function EntriesBlock({ title, entries }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? entries : entries.slice(0, foldAfterLines);
  return (
    <PresentationFrame title={title}>
      <ul className={classes['entries']}>
        {entries.length === 0 && <li>(nothing)</li>}
        {shown.map((entry) => (
          <li key={`${entry.name} ${entry.detail}`}>
            <code>
              <RevealedText text={entry.name} />
            </code>
            <span>
              <RevealedText text={entry.detail} />
            </span>
          </li>
        ))}
        {entries.length > foldAfterLines && (
          <li>
            <button type="button" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
              {countOf(entries.length, 'entry', 'entries')} · {isOpen ? 'fold again' : 'show all'}
            </button>
          </li>
        )}
      </ul>
    </PresentationFrame>
  );
}
