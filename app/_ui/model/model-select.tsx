'use client';

import { NativeSelect } from '@mantine/core';
import { verdictWords } from '@/lib/contracts/model-check';
import type { ModelChoice } from '@/lib/contracts/workflows';
import classes from './model.module.css';

type Props = {
  models: readonly ModelChoice[];
  /** Null: the default. */
  value: string | null;
  isOff?: boolean;
  /** A line without a label above it. */
  isCompact?: boolean;
  onChange: (id: string) => void;
};

/** A choice among saved models, each with the verdict of its check. */
export function ModelSelect({ models, value, isOff = false, isCompact = false, onChange }: Props) {
  const inForce = models.find(({ isDefault }) => isDefault);
  return (
    <NativeSelect
      {...(isCompact ? { 'aria-label': 'Model', size: 'xs', variant: 'unstyled' } : { label: 'Model' })}
      className={isCompact ? classes['compact'] : classes['select']}
      disabled={isOff}
      data={models.map((model) => ({ value: model.id, label: describeChoice(model) }))}
      value={value ?? inForce?.id ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function describeChoice({ name, isDefault, problem, check }: ModelChoice): string {
  const known = problem === null ? (check ? verdictWords[check.verdict] : 'not checked') : 'cannot be asked';
  return [name, ...(isDefault ? ['default'] : []), known].join(' · ');
}
