'use client';

import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { HeadlineText } from '../../_ui/text/headline-text';
import classes from './demo-requests.module.css';

const shownAtFirst = 4;

type Props = { requests: readonly string[]; onChoose: (request: string) => void; children: ReactNode };

/**
 * Says that a script answers, and offers the requests that it understands. Choosing one fills in the text and
 * starts nothing.
 */
export function DemoRequests({ requests, onChoose, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? requests : requests.slice(0, shownAtFirst);
  return (
    <section className={classes['demo']} aria-label="What the demo understands">
      <p className={classes['words']}>{children}</p>
      <Group gap={6}>
        {shown.map((request) => (
          <Button
            key={request}
            size="compact-sm"
            variant="default"
            classNames={{ root: classes['request'] ?? '', label: classes['label'] ?? '' }}
            onClick={() => onChoose(request)}
          >
            <HeadlineText text={request} />
          </Button>
        ))}
        {shown.length < requests.length && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setIsOpen(true)}>
            {requests.length - shown.length} more
          </Button>
        )}
      </Group>
    </section>
  );
}
