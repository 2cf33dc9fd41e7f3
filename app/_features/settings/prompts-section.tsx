'use client';

import { useSystemPrompts } from '../../_client/settings-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { PromptEditor } from './prompt-editor';

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
        {({ prompts }) => (
          <>
            <DamagedRows
              what="prompt record"
              damaged={prompts.flatMap(({ id, damage }) =>
                damage === null ? [] : [{ id, message: damage }],
              )}
            />
            {prompts.map((prompt) => (
              <PromptEditor key={prompt.id} prompt={prompt} />
            ))}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}
