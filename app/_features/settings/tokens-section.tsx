'use client';

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { TokenView } from '@/lib/contracts/tokens';
import { useApiTokens, useCreateToken } from '../../_client/token-queries';
import { ShownOnce } from '../../_ui/form/shown-once';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { SheetList, SheetMore } from '../../_ui/shell/sheet-list';
import { announce } from '../../_ui/state/announcer';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import classes from './models.module.css';
import { RevokeToken } from './revoke-token';
import { TokenForm } from './token-form';
import { TokenRow } from './token-row';

const shownAtFirst = 5;

/** Lists the tokens with which programs read and start runs, makes one and revokes one. */
export function TokensSection() {
  const tokens = useApiTokens();
  return (
    <SettingsSection
      id="tokens"
      title="API tokens"
      lead="A program with a token reads, or also starts runs, as you. It never signs."
    >
      <Loaded
        query={tokens}
        loading={<LoadingRows rows={1} height={62} />}
        failure="The tokens could not be loaded"
      >
        {(data) => <Tokens tokens={data.tokens} />}
      </Loaded>
      <NewToken />
    </SettingsSection>
  );
}

function Tokens({ tokens }: { tokens: TokenView[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const [leaving, setLeaving] = useState<TokenView | null>(null);
  const shown = showsAll ? tokens : tokens.slice(0, shownAtFirst);
  if (tokens.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No program has a token.
      </Text>
    );
  return (
    <>
      <SheetList label="API tokens">
        {shown.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setLeaving(token)} />
        ))}
        {shown.length < tokens.length && (
          <SheetMore onMore={() => setShowsAll(true)}>{`Show all ${tokens.length} tokens`}</SheetMore>
        )}
      </SheetList>
      <RevokeToken token={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function NewToken() {
  const create = useCreateToken();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusSwitch({ isOpen, isRestored: false });
  if (isOpen)
    return (
      <section className={classes['panel']} aria-labelledby="add-token">
        <h3 id="add-token">Make a token</h3>
        <TokenForm
          ref={focus.form}
          create={create}
          onClose={() => {
            create.reset();
            setIsOpen(false);
          }}
          onCreated={() => {
            announce('The token is ready. Copy it now.');
            setIsOpen(false);
          }}
        />
      </section>
    );
  return (
    <>
      {create.data && <ShownToken token={create.data.token} onDone={create.reset} />}
      <Button
        ref={focus.button}
        className={classes['add']}
        variant="default"
        onClick={() => {
          create.reset();
          setIsOpen(true);
        }}
      >
        {create.data ? 'Make another token' : 'Make a token'}
      </Button>
    </>
  );
}

function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <ShownOnce
      label="Your new token"
      text={token}
      noun="token"
      isCode
      words={
        <>
          Copy it now: nothing can show it again. A program sends it in the header{' '}
          <code>Authorization: Bearer …</code>
        </>
      }
      onDone={onDone}
    />
  );
}
