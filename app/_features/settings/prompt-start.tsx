'use client';

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { SystemPromptView } from '@/lib/contracts/settings';
import { useDraft } from '../../_client/drafts';
import { announce } from '../../_ui/state/announcer';
import { formatClock } from '../../_ui/time/format-time';
import { draftName, keepDraft, parseKeptDrafts } from './kept-drafts';

type Props = { prompt: SystemPromptView; text: string; onChoose: (text: string) => void };

/**
 * Lets the person choose what the next version starts from. When another text replaces an edited one, the
 * list keeps the edited text.
 */
export function PromptStart({ prompt, text, onChoose }: Props) {
  const { versions } = prompt;
  const { kept, keep } = useKeptDrafts(prompt.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const from = chosen ?? String(prompt.version);
  const now = new Date();
  const starts = [
    ...kept.map((text, index) => ({ value: draftName(index), label: draftName(index), text })),
    ...versions
      .toSorted((first, second) => second.version - first.version)
      .map(({ version, createdAt, createdBy, text }) => ({
        value: String(version),
        label: `Version ${version}, ${createdBy}, ${formatClock(createdAt, now)}`,
        text,
      })),
  ];
  const choose = (value: string) => {
    const start = starts.find((one) => one.value === value);
    if (!start) return;
    const next = keepDraft(kept, { text, from, versions });
    if (next !== kept) {
      keep(next);
      announce('Your draft is kept in the list “Start from”.');
    }
    setChosen(value);
    onChoose(start.text);
  };
  return (
    <NativeSelect
      label="Start from"
      description={kept.length > 0 && 'Your draft is kept in this list.'}
      size="xs"
      maw="var(--field-width)"
      data={starts.map(({ value, label }) => ({ value, label }))}
      value={from}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** Keeps these drafts as long as the draft in the editor. */
export function useKeptDrafts(promptId: string) {
  const { value, keep, discard } = useDraft(`prompt.${promptId}.kept`, parseKeptDrafts);
  return { kept: value ?? [], keep, discard };
}
