'use client';

import { Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TimelineItem } from '@/lib/contracts/runs';
import { useCallDetail } from '../../_client/run-queries';
import { NameValues } from '../../_ui/presentation/name-values';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { Callout } from '../../_ui/state/callout';
import { ErrorNote } from '../../_ui/state/error-note';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './timeline.module.css';

type Props = { runId: string; itemId: string; status: TimelineItem['status'] };

/** The exact details of a step: what it was to do and what came of it. */
export function StepDetails({ runId, itemId, status }: Props) {
  const { data, error, refetch, isFetching } = useCallDetail(runId, itemId, status, true);
  if (error) {
    return (
      <ErrorNote
        title="The details could not be loaded"
        error={error}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <Skeleton height={90} />;
  // A result says again what was to be done (a command with its output), so the preview would repeat it.
  const previews = data.preview.filter(
    ({ kind }) => !(kind === 'command' && data.result?.kind === 'command_output'),
  );
  return (
    <Stack gap="md">
      {data.error && (
        <Callout tone="danger" icon={<IconAlertTriangle size={17} />} title="It failed">
          <RevealedText text={data.error.message} />
        </Callout>
      )}
      {previews.map((presentation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: previews of one call have a fixed order
        <PresentationView key={index} presentation={presentation} />
      ))}
      {data.result && data.result.kind !== 'diff' && <PresentationView presentation={data.result} />}
      {data.result?.kind === 'diff' && previews.length === 0 && (
        <PresentationView presentation={data.result} />
      )}
      {data.parameters.length > 0 && (
        <details>
          <summary className={classes['summaryLine']}>
            Everything exactly as it was given
            {data.layers > 0 && ` (decoded ${describeLayers(data.layers)})`}
          </summary>
          <NameValues title="Values" rows={data.parameters} />
        </details>
      )}
    </Stack>
  );
}

function describeLayers(layers: number): string {
  return layers === 1 ? '1 layer' : `${layers} layers`;
}
