'use client';

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type AccountView, accountLimits, type PasskeyView } from '@/lib/contracts/accounts';
import { SheetList } from '../../_ui/shell/sheet-list';
import { RevealedName } from '../../_ui/text/revealed-name';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './account.module.css';
import { AddPasskey } from './add-passkey';
import { RemovePasskey } from './remove-passkey';

/** Lists the person’s passkeys, adds one and removes one. */
export function Passkeys({ account: { passkeys, whyNoPasskeys } }: { account: AccountView }) {
  const [leaving, setLeaving] = useState<PasskeyView | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={classes['part']}>
      <h3>Passkeys</h3>
      <Text size="sm" c="dimmed">
        {whyNoPasskeys ?? 'With a passkey you sign in by your fingerprint, your face or your device’s PIN.'}
      </Text>
      {passkeys.length > 0 && (
        <SheetList label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => {
                setLeaving(passkey);
                setIsAsking(true);
              }}
            />
          ))}
        </SheetList>
      )}
      {whyNoPasskeys === null && passkeys.length < accountLimits.passkeys && <AddPasskey />}
      {leaving && <RemovePasskey passkey={leaving} isOpen={isAsking} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={classes['row']}>
      <div>
        <h4>
          <RevealedName name={name} />
        </h4>
        <Text size="sm" c="dimmed">
          Added <TimeAgo iso={createdAt} as="clock" /> ·{' '}
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <TimeAgo iso={lastUsedAt} />
            </>
          )}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
        Remove…
      </Button>
    </li>
  );
}
