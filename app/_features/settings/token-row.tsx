import { Badge, Button, Text } from '@mantine/core';
import type { TokenView } from '@/lib/contracts/tokens';
import { RevealedName } from '../../_ui/text/revealed-name';
import { formatDate } from '../../_ui/time/format-time';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './models.module.css';

type Props = { token: TokenView; onRevoke: () => void };

const scopeWords = { read: 'Reads', start: 'Reads and starts runs' };

export function TokenRow({ token, onRevoke }: Props) {
  const { name, scope, expiresAt, lastUsedAt, isExpired } = token;
  return (
    <li className={classes['short']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <h3>
            <RevealedName name={name} />
          </h3>
          {isExpired && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              Expired
            </Badge>
          )}
        </div>
        <Text size="sm" c="dimmed">
          {scopeWords[scope]} · {isExpired ? 'Ended' : 'Ends'} {formatDate(expiresAt)} ·{' '}
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <TimeAgo iso={lastUsedAt} />
            </>
          )}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke…
      </Button>
    </li>
  );
}
