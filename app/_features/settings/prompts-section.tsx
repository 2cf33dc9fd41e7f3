'use client';

import { useSystemPrompts } from '../../_client/settings-queries';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { PromptEditor } from './prompt-editor';
import { SettingsSection } from './settings-section';

export function PromptsSection() {
  const { data, error, isPending, refetch, isFetching } = useSystemPrompts();
  return (
    <SettingsSection
      id="prompts"
      title="System prompts"
      lead="The text each run begins with. The server adds the available actions and how the model asks for them."
    >
      {isPending && <LoadingRows rows={1} height={420} />}
      {error && !data && (
        <ErrorNote
          title="The prompts could not be loaded"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      {data?.prompts.map((prompt) => (
        <PromptEditor key={prompt.id} prompt={prompt} />
      ))}
    </SettingsSection>
  );
}
