'use client';

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { SystemPromptView } from '@/lib/contracts/settings';
import { useSaveSystemPrompt } from '../../_client/settings-queries';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { announce } from '../../_ui/state/announcer';
import { DraftNotice } from '../../_ui/state/draft-notice';
import { FoldedText } from '../../_ui/text/folded-text';
import { formatSize } from '../../_ui/text/format-size';
import { PromptPreview } from './prompt-preview';
import { PromptStart, useKeptDrafts } from './prompt-start';
import classes from './settings.module.css';
import { useDraftForm } from './use-draft-form';

const foldPromptAfterLines = 6;

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : null);

/**
 * Shows a prompt and edits it. Each save creates a new version, and a person can start the next version from
 * an older one.
 */
export function PromptEditor({ prompt }: { prompt: SystemPromptView }) {
  const form = useDraftForm(`prompt.${prompt.id}`, parseText, prompt.text);
  const draft = form.value;
  const { kept, discard: discardKept } = useKeptDrafts(prompt.id);
  const { form: text, button } = useFocusSwitch<HTMLTextAreaElement>(form);
  const save = useSaveSystemPrompt(prompt.id);
  const setDraft = (text: string) => {
    save.reset();
    form.change(text);
  };
  const discard = () => {
    form.discard();
    discardKept();
  };
  const canSave = form.isChanged && draft.trim() !== '';
  // A draft that another version replaced still counts as a draft.
  const isOpen = form.isOpen || kept.length > 0;
  return (
    <div className={classes['prompt']}>
      <div className={classes['promptHead']}>
        <h3>{prompt.title}</h3>
        <Text size="xs" c="dimmed">
          Version {prompt.version} · {formatSize(prompt.text)}
          {canSave && ` · your draft ${formatSize(draft)}`}
        </Text>
      </div>
      {!isOpen ? (
        <Stack gap="sm" mt="sm">
          <FoldedText text={prompt.text} maxLines={foldPromptAfterLines} />
          <Button
            ref={button}
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={form.open}
          >
            Edit
          </Button>
        </Stack>
      ) : (
        <Stack gap="sm" mt="sm">
          {form.isRestored && <DraftNotice onDiscard={discard} />}
          <PromptStart key={prompt.version} prompt={prompt} text={draft} onChoose={setDraft} />
          <Textarea
            ref={text}
            aria-label={`Text of ${prompt.title}`}
            value={draft}
            autosize
            minRows={8}
            maxRows={24}
            ff="monospace"
            error={save.error?.message}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={kept.length > 0 ? undefined : form.onKeyDown}
          />
          <Group gap="xs">
            <Button
              size="xs"
              loading={save.isPending}
              disabled={!canSave}
              onClick={() =>
                save.mutate(draft, {
                  onSuccess: () => {
                    discard();
                    announce(`${prompt.title} was saved.`);
                  },
                })
              }
            >
              Save as version {prompt.version + 1}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={discard}>
              Discard
            </Button>
          </Group>
        </Stack>
      )}
      {!isOpen && <PromptPreview prompt={prompt} />}
    </div>
  );
}
