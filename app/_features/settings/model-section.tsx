'use client';

import { Text } from '@mantine/core';
import { useModelSettings } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { ModelForm } from './model-form';
import { SettingsSection } from './settings-section';

const sourceWords = {
  demo: 'A script plays the model’s part. It is no AI.',
  environment: 'Set in the environment of the server.',
  settings: 'Set here.',
} as const;

export function ModelSection() {
  const { data, error, isPending, refetch, isFetching } = useModelSettings();
  return (
    <SettingsSection
      id="model"
      title="Model"
      lead="Who does the thinking: any server that speaks OpenAI’s protocol, on this machine or elsewhere."
    >
      {isPending && <LoadingRows rows={4} height={76} />}
      {error && !data && (
        <ErrorNote
          title="The settings could not be loaded"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <>
          <Callout tone="plain" title={`In use: ${data.name}`}>
            <Text size="sm" c="dimmed">
              {sourceWords[data.source]}
            </Text>
          </Callout>
          <ModelForm settings={data} />
        </>
      )}
    </SettingsSection>
  );
}
