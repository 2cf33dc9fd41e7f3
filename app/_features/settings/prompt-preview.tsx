'use client';

import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { PromptPreview as Preview, SystemPromptView } from '@/lib/contracts/settings';
import { formatBytes, formatCount } from '@/lib/shared/quantities';
import { usePromptPreview } from '../../_client/settings-queries';
import { useWorkflows } from '../../_client/workflow-queries';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { FoldedText } from '../../_ui/text/folded-text';
import classes from './settings.module.css';

const foldSectionAfterLines = 12;

/** Shows the first text that a workflow with this prompt sends to the model, part by part, with sizes. */
export function PromptPreview({ prompt }: { prompt: SystemPromptView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const workflows = (useWorkflows().data?.workflows ?? []).filter(({ kind }) => kind === 'agent');
  const workflowId = chosen ?? workflows[0]?.id ?? null;
  const preview = usePromptPreview(prompt.id, prompt.version, isOpen ? workflowId : null);
  return (
    <details
      className={classes['preview']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Preview of the text the model gets</summary>
      <NativeSelect
        label="For this workflow"
        size="xs"
        maw="var(--field-width)"
        mt="sm"
        data={workflows.map(({ id, title }) => ({ value: id, label: title }))}
        value={workflowId ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {isOpen && (
        <Loaded
          query={preview}
          loading={<LoadingRows rows={3} height={64} />}
          failure="The preview could not be loaded"
        >
          {(data) => (
            <>
              <ol className={classes['sections']}>
                {data.sections.map((section) => (
                  <PreviewSection key={section.kind} section={section} />
                ))}
              </ol>
              <Text size="sm" mt="md">
                Total: {formatBytes(data.totalBytes)}, about {tokensIn(data.totalBytes)} tokens. The form’s
                values and the conversation’s earlier messages are added to this.
              </Text>
            </>
          )}
        </Loaded>
      )}
    </details>
  );
}

const titles: Record<Preview['sections'][number]['kind'], string> = {
  base: '1. This prompt',
  convention: '2. The available actions and how to ask for them',
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
          The server adds this to each run and stores it with the run. It never reaches a browser.
        </p>
      ) : (
        <FoldedText text={section.text} maxLines={foldSectionAfterLines} />
      )}
    </li>
  );
}

/** Estimates tokens by a rule of thumb for English text: four bytes per token. */
function tokensIn(bytes: number): string {
  return formatCount(Math.round(bytes / 400) * 100);
}
