import type { ReactNode } from 'react';
import { type ModelVerdict, verdictWords } from '@/lib/contracts/model-check';
import { IconAlertTriangle, IconCheck } from '../icons/icons';
import { formatDate } from '../time/format-time';
import classes from './model.module.css';

type Props = {
  check: ModelVerdict | null;
  /** Says why runs with the model fail. Null means that no problem is known. */
  problem: string | null;
  hasDate?: boolean;
  /** This text describes a model that was never checked. Without the text, such a model shows nothing. */
  noneText?: string;
};

/** Says in one line why a model cannot be asked, or else what its check found. */
export function ModelVerdictLine({ check, problem, hasDate = false, noneText }: Props) {
  if (problem !== null) return <Line tone="danger">{problem}</Line>;
  if (!check) return noneText ? <Line tone="plain">{noneText}</Line> : null;
  const { verdict, why, checkedAt, isOfOtherSettings } = check;
  const when = hasDate ? ` ${formatDate(checkedAt)}` : '';
  const words = verdictWords[verdict];
  const tone = { fits: 'good', with_care: 'care', does_not_fit: 'danger' } as const;
  return (
    <Line tone={tone[verdict]}>
      <strong>{words.charAt(0).toUpperCase() + words.slice(1)}.</strong>
      {verdict === 'fits' ? '' : ` ${why}`}
      {(hasDate || isOfOtherSettings) && (
        <span className={classes['date']}>
          {' '}
          Checked{when}
          {isOfOtherSettings && ' with other settings'}.
        </span>
      )}
    </Line>
  );
}

function Line({ tone, children }: { tone: 'plain' | 'good' | 'care' | 'danger'; children: ReactNode }) {
  return (
    <p className={classes['line']} data-tone={tone}>
      {tone !== 'plain' && (
        <span className={classes['icon']} aria-hidden>
          {tone === 'good' ? <IconCheck size={15} /> : <IconAlertTriangle size={15} />}
        </span>
      )}
      <span>{children}</span>
    </p>
  );
}
