'use client';

import { NativeSelect } from '@mantine/core';
import type { ModelChoice } from '@/lib/contracts/workflows';
import classes from './model.module.css';
import { toModelOptions } from './model-options';

type Props = {
  models: readonly ModelChoice[];
  /** Null means the default. */
  value: string | null;
  isOff?: boolean;
  /** The select takes one line, without a label above it. */
  isCompact?: boolean;
  onChange: (id: string) => void;
};

/**
 * Lets the person pick a model and shows each with the verdict of its check. Renders nothing when there is no
 * choice.
 */
export function ModelSelect({ models, value, isOff = false, isCompact = false, onChange }: Props) {
  const choice = toModelOptions(models, value);
  if (!choice) return null;
  return (
    <NativeSelect
      {...(isCompact ? { 'aria-label': 'Model', size: 'xs', variant: 'unstyled' } : { label: 'Model' })}
      className={isCompact ? classes['compact'] : classes['select']}
      disabled={isOff}
      data={choice.options}
      value={choice.value}
      onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value)}
    />
  );
}
