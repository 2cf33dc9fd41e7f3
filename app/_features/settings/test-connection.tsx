'use client';

import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@/app/_ui/icons/icons';
import type { ModelServerBody } from '@/lib/contracts/settings';
import { useTestModel } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { formatDuration } from '../../_ui/time/format-time';

type Props = { server: ModelServerBody; whenUsable: (ask: () => void) => () => void };

export function TestConnection({ server, whenUsable }: Props) {
  const { mutate, reset, data, error, isPending, variables } = useTestModel();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result belongs to the values it was tested with
  useEffect(() => reset(), [server.baseUrl, server.model, server.apiKey, reset]);
  const message = error?.message ?? data?.message;
  const isFine = data?.ok === true;
  // Without a model only the list was loaded: no model has answered yet.
  const hasAnswered = isFine && variables?.model !== undefined;
  const title = hasAnswered
    ? `It works (${formatDuration(data.durationMs)})`
    : isFine
      ? undefined
      : 'The connection failed';
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlugConnected size={17} aria-hidden />}
        loading={isPending}
        onClick={whenUsable(() => mutate(server))}
      >
        Test connection
      </Button>
      {message !== undefined && (
        <Callout
          tone={isFine ? 'plain' : 'danger'}
          role={isFine ? 'status' : 'alert'}
          icon={isFine ? <IconCheck size={17} /> : <IconAlertTriangle size={17} />}
          title={title}
        >
          {message}
        </Callout>
      )}
    </>
  );
}
