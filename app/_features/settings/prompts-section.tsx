'use client';

import { useSystemPrompts } from '../../_client/settings-queries';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { PromptEditor } from './prompt-editor';
import { SettingsSection } from './settings-section';

export function PromptsSection() {
  const prompts = useSystemPrompts();
  return (
    <SettingsSection
      id="prompts"
      title="System prompts"
      lead="The text each run begins with. The server adds the available actions and how the model asks for them."
    >
      <Loaded
        query={prompts}
        loading={<LoadingRows rows={1} height={420} />}
        failure="The prompts could not be loaded"
      >
        {(data) => data.prompts.map((prompt) => <PromptEditor key={prompt.id} prompt={prompt} />)}
      </Loaded>
    </SettingsSection>
  );
}
