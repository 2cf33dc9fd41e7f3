'use client';

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { SystemPromptView } from '@/lib/contracts/settings';
import { useDraft } from '../../_client/drafts';
import { useSaveSystemPrompt } from '../../_client/settings-queries';
import { announce } from '../../_ui/state/announcer';
import { DraftNotice } from '../../_ui/state/draft-notice';
import { FoldedText } from '../../_ui/text/folded-text';
import { formatSize } from '../../_ui/text/format-size';
import { PromptPreview } from './prompt-preview';
import { PromptStart, useKeptDrafts } from './prompt-start';
import classes from './settings.module.css';
import { useFocusSwitch } from './use-focus-switch';

const foldPromptAfterLines = 6;

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : null);

/** Shows a prompt and edits it. Each save is a new version; an older version can be the start of the next one. */
export function PromptEditor({ prompt }: { prompt: SystemPromptView }) {
  const { value: draft, isRestored, keep, discard: discardText } = useDraft(`prompt.${prompt.id}`, parseText);
  const { discard: discardKept } = useKeptDrafts(prompt.id);
  const { form: text, button } = useFocusSwitch<HTMLTextAreaElement>({ value: draft, isRestored });
  const save = useSaveSystemPrompt(prompt.id);
  const setDraft = (text: string) => {
    save.reset();
    keep(text);
  };
  const discard = () => {
    discardText();
    discardKept();
  };
  const isChanged = draft !== null && draft.trim() !== '' && draft !== prompt.text;
  return (
    <div className={classes['prompt']}>
      <div className={classes['promptHead']}>
        <h3>{prompt.title}</h3>
        <Text size="xs" c="dimmed">
          Version {prompt.version} · {formatSize(prompt.text)}
          {isChanged && ` · your draft ${formatSize(draft)}`}
        </Text>
      </div>
      {draft === null ? (
        <Stack gap="sm" mt="sm">
          <FoldedText text={prompt.text} maxLines={foldPromptAfterLines} />
          <Button
            ref={button}
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setDraft(prompt.text)}
          >
            Edit
          </Button>
        </Stack>
      ) : (
        <Stack gap="sm" mt="sm">
          {isRestored && isChanged && <DraftNotice onDiscard={discard} />}
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
          />
          <Group gap="xs">
            <Button
              size="xs"
              loading={save.isPending}
              disabled={!isChanged}
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
      {draft === null && <PromptPreview prompt={prompt} />}
    </div>
  );
}
