'use client';

import { useState } from 'react';
import type { RunView } from '@/lib/contracts/runs';
import { PathLink } from '../../_ui/files/path-link';
import { RevealedName } from '../../_ui/text/revealed-name';
import { RevealedProse } from '../../_ui/text/revealed-prose';
import classes from './value-chips.module.css';

const longFromCharacters = 60;

/** Shows the values of the form. Long values are cut until the person presses them. */
export function ValueChips({ values }: { values: RunView['values'] }) {
  if (values.length === 0) return null;
  return (
    <ul className={classes['chips']} aria-label="Form values">
      {values.map(({ label, value, path }) => (
        <li key={label}>
          {path !== undefined ? (
            <Chip label={label} value={value} path={path} />
          ) : value.length > longFromCharacters ? (
            <LongChip label={label} value={value} />
          ) : (
            <Chip label={label} value={value} />
          )}
        </li>
      ))}
    </ul>
  );
}

type ChipProps = { label: string; value: string };

function Chip({ label, value, path }: ChipProps & { path?: string }) {
  return (
    <span className={classes['chip']}>
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']}>
        {path === undefined ? (
          <RevealedProse text={value} />
        ) : (
          <PathLink path={path}>
            <RevealedName name={value} />
          </PathLink>
        )}
      </span>
    </span>
  );
}

function LongChip({ label, value }: ChipProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <button
      type="button"
      className={classes['chip']}
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']} data-cut={!isOpen}>
        <RevealedProse text={value} />
      </span>
    </button>
  );
}
