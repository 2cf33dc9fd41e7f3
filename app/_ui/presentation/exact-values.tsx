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

/** Every value of a call. Values that are shown above are named, not repeated. */
export function ExactValues({ title, values, shown }: Props) {
  const { isFoldable } = useFold(shown.length > 0);
  if (values.length === 0) return null;
  const isAbove = (row: { name: string; value: string }) => isShownAbove(row, shown);
  const rows = values
    .filter((row) => !isAbove(row))
    .map(({ name, label, value }) => ({ name: label ?? name, value }));
  const above = values.filter(isAbove).map(({ name, label }) => label ?? name);
  if (!isFoldable) return <NameValues title={title} rows={rows} shownAbove={above} />;
  return (
    <details className={classes['values']}>
      <summary>
        {title} <span className={classes['size']}>{countOf(values.length, 'value')}</span>
      </summary>
      <NameValues title="Values" rows={rows} shownAbove={above} />
    </details>
  );
}
