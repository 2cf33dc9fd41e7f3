'use client';

import { Text } from '@mantine/core';
import type { PersonLink } from '@/lib/contracts/accounts';
import { ShownOnce } from '../../_ui/form/shown-once';
import { formatClock } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';

type Props = {
  label: string;
  link: PersonLink;
  /** Begins a sentence that ends with the time: "It lets Ada in, once". */
  purpose: string;
  onDone: () => void;
};

export function PersonLinkShown({ label, link: { address, expiresAt }, purpose, onDone }: Props) {
  const now = useNow(30_000);
  if (Date.parse(expiresAt) <= now.getTime())
    return <Text size="sm">The link has expired. Make another one.</Text>;
  return (
    <ShownOnce
      label={label}
      text={address}
      noun="link"
      words={
        <>
          {purpose}, until <time dateTime={expiresAt}>{formatClock(expiresAt, now)}</time>. Copy it and send
          it yourself: Countersign sends no mail, and this page does not show it again.
        </>
      }
      onDone={onDone}
    />
  );
}
