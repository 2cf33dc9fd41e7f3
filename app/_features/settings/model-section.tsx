'use client';

import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@/app/_ui/icons/icons';
import type { ModelSettings } from '@/lib/contracts/settings';
import { useModelSettings } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { ModelForm } from './model-form';
import { SettingsSection } from './settings-section';

const sourceWords = {
  demo: 'A built-in script stands in for the AI.',
  environment: 'Set by environment variables.',
  settings: 'Set on this page.',
} as const;

export function ModelSection() {
  const model = useModelSettings();
  return (
    <SettingsSection
      id="model"
      title="Model"
      lead="The AI that does the work: any server with an OpenAI-compatible API, on this machine or elsewhere."
    >
      <Loaded
        query={model}
        loading={<LoadingRows rows={4} height={76} />}
        failure="The settings could not be loaded"
      >
        {(settings) => (
          <>
            <ModelInForce settings={settings} />
            <ModelForm settings={settings} />
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function ModelInForce({ settings }: { settings: ModelSettings }) {
  if (settings.problem === null) {
    return (
      <Callout tone="plain" title={`In use: ${settings.name}`}>
        <Text size="sm" c="dimmed">
          {sourceWords[settings.source]}
        </Text>
      </Callout>
    );
  }
  return (
    <Callout
      tone="danger"
      icon={<IconAlertTriangle size={17} />}
      title={`In use, but runs will fail: ${settings.name}`}
    >
      {settings.problem}
    </Callout>
  );
}
