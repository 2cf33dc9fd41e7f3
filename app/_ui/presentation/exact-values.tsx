'use client';

import type { PresentationView } from '@/lib/contracts/presentation';
import { countOf } from '@/lib/shared/quantities';
import { useFold } from '../text/use-fold';
import classes from './exact-values.module.css';
import { NameValues } from './name-values';
import { isShownAbove } from './shown-values';

type Props = {
  title: string;
  values: readonly { name: string; label?: string | undefined; value: string }[];
  shown: readonly PresentationView[];
};

/** Shows the values of a call that nothing above shows. Renders nothing when there are none. */
export function ExactValues({ title, values, shown }: Props) {
  const { isFoldable } = useFold(shown.length > 0);
  const rows = values
    .filter((row) => !isShownAbove(row, shown))
    .map(({ name, label, value }) => ({ name: label ?? name, value }));
  if (rows.length === 0) return null;
  if (!isFoldable) return <NameValues title={title} rows={rows} />;
  return (
    <details className={classes['values']}>
      <summary>
        {title} <span className={classes['size']}>{countOf(rows.length, 'value')}</span>
      </summary>
      <NameValues title="Values" rows={rows} />
    </details>
  );
}
