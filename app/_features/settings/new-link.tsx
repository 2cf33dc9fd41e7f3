'use client';

import { Button, Text } from '@mantine/core';
import type { MadeLink } from '@/lib/contracts/sessions';
import { useMakeLink } from '../../_client/session-queries';
import { ShownOnce } from '../../_ui/form/shown-once';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';
import { onDemand } from '../../_ui/state/on-demand';
import { formatLeft } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';
import classes from './models.module.css';

const LinkPicture = onDemand(() => import('./link-picture').then((module) => module.LinkPicture));

/** Makes a link for another browser and shows it, once. */
export function NewLink() {
  const make = useMakeLink();
  const makeNow = () => make.mutate(undefined, { onSuccess: () => announce('The link is ready.') });
  return (
    <>
      {make.error && (
        <Callout tone="danger" role="alert" title="Could not make a link">
          {make.error.message}
        </Callout>
      )}
      {make.data && <ShownLink link={make.data} onDone={make.reset} />}
      <Button className={classes['add']} variant="default" loading={make.isPending} onClick={makeNow}>
        {make.data ? 'Make another link' : 'Make a link for another browser'}
      </Button>
    </>
  );
}

function ShownLink({ link, onDone }: { link: MadeLink; onDone: () => void }) {
  const { address, expiresAt, isPublic } = link;
  const now = useNow(1_000);
  if (Date.parse(expiresAt) <= now.getTime())
    return <Text size="sm">The link has expired. Make another one.</Text>;
  return (
    <ShownOnce
      label="Link for another browser"
      text={address}
      noun="link"
      words={
        <>
          It lets one browser in, once, and works for {formatLeft(expiresAt, now)}.{' '}
          {isPublic
            ? 'A phone can read the picture with its camera.'
            : 'Only browsers on this machine can open it.'}{' '}
          This page does not show it again.
        </>
      }
      onDone={onDone}
    >
      {isPublic && <LinkPicture address={address} />}
    </ShownOnce>
  );
}
