'use client';

import type { PresentationView } from '@/lib/contracts/presentation';
import { countOf } from '@/lib/shared/quantities';
import { PathLink } from '../files/path-link';
import { foldAfterLines } from '../text/fold-text';
import { FoldToggle } from '../text/fold-toggle';
import { RevealedName } from '../text/revealed-name';
import { RevealedText } from '../text/revealed-text';
import { useFold } from '../text/use-fold';
import classes from './entries.module.css';
import { PresentationFrame } from './presentation-frame';

type Props = Pick<Extract<PresentationView, { kind: 'entries' }>, 'title' | 'entries'>;

export function EntriesBlock({ title, entries }: Props) {
  const fold = useFold(entries.length > foldAfterLines);
  const shown = fold.isOpen ? entries : entries.slice(0, foldAfterLines);
  return (
    <PresentationFrame title={title}>
      <ul className={classes['entries']}>
        {entries.length === 0 && <li>(nothing)</li>}
        {shown.map((entry) => (
          <li key={`${entry.name} ${entry.detail}`}>
            <code>
              {entry.path === undefined ? (
                <RevealedName name={entry.name} />
              ) : (
                <PathLink path={entry.path} line={entry.line}>
                  <RevealedName name={entry.name} />
                </PathLink>
              )}
            </code>
            <span>
              <RevealedText text={entry.detail} />
            </span>
          </li>
        ))}
        {fold.isFoldable && (
          <li>
            <FoldToggle
              fold={fold}
              size={countOf(entries.length, 'entry', 'entries')}
              className={classes['toggle']}
            />
          </li>
        )}
      </ul>
    </PresentationFrame>
  );
}
