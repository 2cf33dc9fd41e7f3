import { Button, Stack } from '@mantine/core';
import { Children, type ReactNode, useEffect, useState } from 'react';
import type { DoorView } from '@/lib/contracts/accounts';
import classes from './doors.module.css';

/** `code` is that of an invitation. */
type Props = { door: DoorView | undefined; to: string; code?: string; children?: ReactNode };

/** Offers the ways in that need no password, where there are any. */
export function OtherWays({ door, to, code, children }: Props) {
  const invitation = useHash(code);
  const isEmpty = Children.toArray(children).length === 0;
  if (!door || (door.provider === null && isEmpty)) return null;
  const query = new URLSearchParams({ to, ...(invitation && { invitation }) });
  return (
    <Stack gap="sm">
      <p className={classes['or']}>or</p>
      {door.provider !== null && (
        <Button component="a" href={`/api/door/provider?${query}`} variant="default" fullWidth>
          Continue with {door.provider}
        </Button>
      )}
      {children}
    </Stack>
  );
}

/** Returns the SHA-256 of the text (hexadecimal) when it is known. The address of a request may be in a log. */
function useHash(text: string | undefined): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    if (text === undefined) return;
    // Plain HTTP has no such function. Without the hash, the sign-in page only explains less.
    const digests: SubtleCrypto | undefined = crypto.subtle;
    void digests?.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
      const pairs = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
      setHash(pairs.join(''));
    });
  }, [text]);
  return hash;
}
