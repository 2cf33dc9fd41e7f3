'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ModelServerBody } from '@/lib/contracts/settings';
import { useTestModel } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { formatDuration } from '../../_ui/time/format-time';

export function TestConnection({ server }: { server: ModelServerBody }) {
  const { mutate, reset, data, error, isPending } = useTestModel();
  // An answer is about the values it was asked with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the values makes the answer old
  useEffect(() => reset(), [server.baseUrl, server.model, server.apiKey, reset]);
  const message = error?.message ?? data?.message;
  const isFine = data?.ok === true;
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlugConnected size={17} aria-hidden />}
        loading={isPending}
        disabled={server.baseUrl === ''}
        onClick={() => mutate(server)}
      >
        Test connection
      </Button>
      {message !== undefined && (
        <Callout
          tone={isFine ? 'plain' : 'danger'}
          role={isFine ? 'status' : 'alert'}
          icon={isFine ? <IconCheck size={17} /> : <IconAlertTriangle size={17} />}
          title={isFine ? `It works (${formatDuration(data.durationMs)})` : 'It does not work'}
        >
          {message}
        </Callout>
      )}
    </>
  );
}
