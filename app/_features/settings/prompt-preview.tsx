'use client';

import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { PromptPreview as Preview, SystemPromptView } from '@/lib/contracts/settings';
import { usePromptPreview } from '../../_client/settings-queries';
import { useWorkflows } from '../../_client/workflow-queries';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { formatCount } from '../../_ui/text/count-text';
import { FoldedText } from '../../_ui/text/folded-text';
import { formatBytes } from '../../_ui/text/format-size';
import classes from './settings.module.css';

const foldSectionAfterLines = 12;

/** What a model is sent first when a workflow begins with this prompt, part by part and with its size. */
export function PromptPreview({ prompt }: { prompt: SystemPromptView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const workflows = (useWorkflows().data?.workflows ?? []).filter(({ kind }) => kind === 'agent');
  const workflowId = chosen ?? workflows[0]?.id ?? null;
  const { data, error, isPending, refetch, isFetching } = usePromptPreview(
    prompt.id,
    prompt.version,
    isOpen ? workflowId : null,
  );
  return (
    <details
      className={classes['preview']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>What the model will get</summary>
      <NativeSelect
        label="When this workflow is started"
        size="xs"
        maw="22rem"
        mt="sm"
        data={workflows.map(({ id, title }) => ({ value: id, label: title }))}
        value={workflowId ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {isOpen && isPending && <LoadingRows rows={3} height={64} />}
      {error && (
        <ErrorNote
          title="The preview could not be made"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <>
          <ol className={classes['sections']}>
            {data.sections.map((section) => (
              <PreviewSection key={section.kind} section={section} />
            ))}
          </ol>
          <Text size="sm" mt="md">
            Together {formatBytes(data.totalBytes)}, about {tokensIn(data.totalBytes)} tokens, before the
            form’s values and what went before in the conversation.
          </Text>
        </>
      )}
    </details>
  );
}

const titles: Record<Preview['sections'][number]['kind'], string> = {
  base: '1. This prompt',
  convention: '2. How to ask for an action, and which actions there are',
  request: '3. The workflow’s request',
};

function PreviewSection({ section }: { section: Preview['sections'][number] }) {
  return (
    <li>
      <p className={classes['sectionHead']}>
        <span>{titles[section.kind]}</span>
        <Text component="span" size="xs" c="dimmed">
          {formatBytes(section.bytes)}
        </Text>
      </p>
      {section.text === null ? (
        <p className={classes['kept']}>
          Added by the server for each run and kept with it in the database. It never reaches a browser.
        </p>
      ) : (
        <FoldedText text={section.text} maxLines={foldSectionAfterLines} />
      )}
    </li>
  );
}

/** A rule of thumb for English text: four bytes a token. */
function tokensIn(bytes: number): string {
  return formatCount(Math.round(bytes / 400) * 100);
}
