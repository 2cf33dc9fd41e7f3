'use client';

import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons/icons';

type Props = { text: string; label: string; variant?: 'subtle' | 'default'; size?: 'md' | 'input-xs' };

/** `default` in size `input-xs` is as tall as the small buttons beside it. */
export function CopyText({ text, label, variant = 'subtle', size = 'md' }: Props) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant={variant}
          color="gray"
          size={size}
          onClick={copy}
          aria-label={copied ? 'Copied' : label}
        >
          {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
