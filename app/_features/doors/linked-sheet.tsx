import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../../_client/api-error';
import { DoorSheet } from './door-sheet';

type Looked<Data> = { data: Data | undefined; error: Error | null; refetch(): unknown };
type Props<Data> = {
  /** Null means that the page has not looked at its address yet, and an empty one that it has none. */
  code: string | null;
  found: Looked<Data>;
  /** The title of the page when its link lets nobody in. */
  closedTitle: string;
  missing: string;
  children: (data: Data) => ReactNode;
};

/** Shows what a link leads to, once the server has looked the link up, or why it leads nowhere. */
export function LinkedSheet<Data>({ code, found, closedTitle, missing, children }: Props<Data>) {
  if (found.data !== undefined) return children(found.data);
  if (code === '')
    return (
      <DoorSheet title={closedTitle} lead={missing}>
        <ToSignIn />
      </DoorSheet>
    );
  const { error } = found;
  if (error === null) return <Skeleton height="12rem" aria-label="Loading" />;
  const isClosed = error instanceof ApiError && error.status === 403;
  return (
    <DoorSheet title={isClosed ? closedTitle : 'The link could not be checked'} lead={error.message}>
      {isClosed ? (
        <ToSignIn />
      ) : (
        <Button variant="default" onClick={() => found.refetch()}>
          Try again
        </Button>
      )}
    </DoorSheet>
  );
}

/** Most people who open a used link have an account already. */
function ToSignIn() {
  return (
    <Button component="a" href="/sign-in" variant="default">
      Go to sign-in
    </Button>
  );
}
