'use client';

import { Button, Text } from '@mantine/core';
import { IconServer } from '@/app/_ui/icons/icons';
import { useLocalServers } from '../../_client/settings-queries';
import classes from './settings.module.css';

type Props = { onChoose: (baseUrl: string, model: string | null) => void };

export function LocalServers({ onChoose }: Props) {
  const { data, isPending } = useLocalServers();
  if (isPending) {
    return (
      <Text size="sm" c="dimmed">
        Looking for model servers on this machine…
      </Text>
    );
  }
  if (!data || data.servers.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data?.containerHost
          ? `No model server found at ${data.containerHost}. Countersign runs in a container, so it cannot reach a server that listens on 127.0.0.1 only. Let the server listen on an address that containers reach, too.`
          : 'No model server found on this machine.'}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        Found on this machine
      </Text>
      <div className={classes['servers']}>
        {data.servers.map(({ product, baseUrl, models }) => (
          <Button
            key={baseUrl}
            variant="default"
            size="xs"
            leftSection={<IconServer size={15} aria-hidden />}
            onClick={() => onChoose(baseUrl, models[0] ?? null)}
          >
            {product}, {models.length} {models.length === 1 ? 'model' : 'models'}
          </Button>
        ))}
      </div>
    </div>
  );
}
