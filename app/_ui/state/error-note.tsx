import { Button, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import classes from './notes.module.css';

type Props = { title: string; error: unknown; onRetry?: (() => void) | undefined; isRetrying?: boolean };

/** What could not be done, why, and a way to try again. */
export function ErrorNote({ title, error, onRetry, isRetrying = false }: Props) {
  return (
    <div className={classes['note']} role="alert">
      <span className={classes['icon']} aria-hidden>
        <IconCloudOff size={26} stroke={1.5} />
      </span>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw="32rem">
        {error instanceof Error ? error.message : 'Something went wrong.'}
        {hasErrorId(error) && <> (error {error.errorId})</>}
      </Text>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry} loading={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}

function hasErrorId(error: unknown): error is { errorId: string } {
  return (
    typeof error === 'object' && error !== null && 'errorId' in error && typeof error.errorId === 'string'
  );
}
