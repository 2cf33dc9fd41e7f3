import { Button, Group, Text, Title } from '@mantine/core';
import Link from 'next/link';
import { IconCloudOff, IconLock, IconMapOff } from '../icons/icons';
import { Highlighted } from '../text/highlighted';
import classes from './notes.module.css';

type Props = {
  title: string;
  error: unknown;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** These links lead away from a missing or closed object, because a retry would never help. */
  waysBack?: readonly { href: string; label: string }[];
  /** The page shows nothing else, so the title becomes its heading. */
  isPage?: boolean;
};

/** Says which action failed and why, and offers a retry, or a way back when the object does not exist. */
export function ErrorNote({
  title,
  error,
  onRetry,
  isRetrying = false,
  waysBack = toWorkflows,
  isPage = false,
}: Props) {
  const isGone = hasCode(error, 'not_found');
  const isForbidden = hasCode(error, 'forbidden');
  const Icon = isForbidden ? IconLock : isGone ? IconMapOff : IconCloudOff;
  return (
    <div className={classes['note']} role="alert">
      <span className={classes['icon']} aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      {isPage ? (
        <Title order={1} size="h3">
          {title}
        </Title>
      ) : (
        <Text fw={600} size="lg" lh="h3">
          {title}
        </Text>
      )}
      <Text c="dimmed" size="sm" maw="var(--reading-width)">
        <Highlighted text={error instanceof Error ? error.message : 'Something went wrong.'} />
      </Text>
      {isGone || isForbidden ? (
        <Group gap="xs" justify="center">
          {waysBack.map(({ href, label }) => (
            <Button key={href} component={Link} href={href} variant="default" size="sm">
              {label}
            </Button>
          ))}
        </Group>
      ) : (
        onRetry && (
          <Button variant="default" size="sm" onClick={onRetry} loading={isRetrying}>
            Try again
          </Button>
        )
      )}
    </div>
  );
}

const toWorkflows = [{ href: '/', label: 'Workflows' }];

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
