'use client';

import { Anchor, Text } from '@mantine/core';
import type { AccountView } from '@/lib/contracts/accounts';
import { useAccount } from '../../_client/account-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { roleWords } from '../../_ui/text/role-words';
import classes from './account.module.css';
import { NameForm } from './name-form';
import { Passkeys } from './passkeys';
import { PasswordPart } from './password-part';

/** Shows a person of a team who they are here and how they sign in, and changes it. */
export function AccountSection() {
  const { account, isShown } = useAccount();
  if (!isShown) return null;
  return (
    <SettingsSection id="account" title="My account" lead="Your name here, and how you sign in.">
      <Loaded
        query={account}
        loading={<LoadingRows rows={3} height={48} />}
        failure="Your account could not be loaded"
      >
        {(data) => <Account account={data} />}
      </Loaded>
    </SettingsSection>
  );
}

function Account({ account }: { account: AccountView }) {
  const { name, email, role, provider } = account;
  const { label, sentence } = roleWords[role];
  return (
    <>
      <div className={classes['part']}>
        <div className={classes['who']}>
          <Text size="sm">
            You sign in as <strong>{email}</strong>.
          </Text>
          <Text size="sm" c="dimmed">
            {label}: {sentence}
          </Text>
        </div>
        <NameForm name={name} />
      </div>
      <PasswordPart account={account} />
      <Passkeys account={account} />
      {provider && <Provider provider={provider} />}
    </>
  );
}

/** The provider leads back to this part of the page. */
const linkAddress = `/api/door/provider?to=${encodeURIComponent('/settings#account')}`;

function Provider({ provider: { name, isLinked } }: { provider: NonNullable<AccountView['provider']> }) {
  return (
    <div className={classes['part']}>
      <h3>{name}</h3>
      {isLinked ? (
        <Text size="sm">You can sign in with {name}.</Text>
      ) : (
        <Text size="sm">
          <Anchor href={linkAddress} inherit>
            Sign in with {name} once
          </Anchor>{' '}
          to link it. It has to know your e-mail address.
        </Text>
      )}
    </div>
  );
}
