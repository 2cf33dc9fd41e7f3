import type { PresentationView } from '@/lib/contracts/presentation';
import { countOf } from '../text/count-text';
import classes from './exact-values.module.css';
import { NameValues } from './name-values';
import { isShownWhole } from './shown-whole';

type Props = {
  title: string;
  values: readonly { name: string; value: string }[];
  shown: readonly PresentationView[];
};

/** Every value of a call. What stands whole above is not shown twice; it is said that it stands there. */
export function ExactValues({ title, values, shown }: Props) {
  if (values.length === 0) return null;
  if (shown.length === 0) return <NameValues title="Exactly this" rows={values} />;
  const rows = values.map(({ name, value }) => ({
    name,
    value,
    isShownAbove: value.length > shortCharacters && isShownWhole(value, shown),
  }));
  return (
    <details className={classes['values']}>
      <summary>
        {title} <span className={classes['size']}>{countOf(values.length, 'value')}</span>
      </summary>
      <NameValues title="Values" rows={rows} />
    </details>
  );
}

/** What is this short is shown again: that is clearer than to be sent elsewhere. */
const shortCharacters = 60;
