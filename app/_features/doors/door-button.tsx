import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { refusal: string | null; isPending: boolean; children: ReactNode };

/** Sends a form of the door. A refusal stands above the button. */
export function DoorButton({ refusal, isPending, children }: Props) {
  return (
    <>
      {refusal !== null && (
        <Text size="sm" c="var(--danger-text)" role="alert">
          {refusal}
        </Text>
      )}
      <Button type="submit" fullWidth loading={isPending}>
        {children}
      </Button>
    </>
  );
}
