'use client';

import { NativeSelect } from '@mantine/core';
import classes from '../model/model.module.css';

type Props = {
  workspaces: readonly { id: string; name: string }[];
  value: string | null;
  description?: string | undefined;
  /** The select takes one line, without a label above it. */
  isCompact?: boolean;
  onChange: (id: string) => void;
};

/** Lets the person pick a workspace. Renders nothing when there is no choice. */
export function WorkspaceSelect({ workspaces, value, description, isCompact = false, onChange }: Props) {
  if (workspaces.length < 2) return null;
  return (
    <NativeSelect
      {...(isCompact
        ? { 'aria-label': 'Workspace', size: 'xs', variant: 'unstyled', className: classes['compact'] }
        : {
            label: 'Workspace',
            description,
            inputWrapperOrder: ['label', 'input', 'description'],
            maw: 'var(--field-width)',
            mb: 'lg',
          })}
      data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
