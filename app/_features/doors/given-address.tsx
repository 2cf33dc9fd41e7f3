import { Text } from '@mantine/core';
import classes from './doors.module.css';

/** Shows the address that a link is for. It wraps, because a long one must be readable to the end. */
export function GivenAddress({ email }: { email: string }) {
  return (
    <div>
      <Text component="p" size="sm" fw={500}>
        E-mail address
      </Text>
      <p className={classes['given']}>{email}</p>
      {/* A password manager saves the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    </div>
  );
}
