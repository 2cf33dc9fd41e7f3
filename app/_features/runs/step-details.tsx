'use client';

import { Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { IconAlertTriangle, IconPlayerStop } from '@/app/_ui/icons/icons';
import type { CallDetail } from '@/lib/contracts/runs';
import { useCallDetail } from '../../_client/run-queries';
import { ExactValues } from '../../_ui/presentation/exact-values';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { isShownAbove } from '../../_ui/presentation/shown-values';
import { Callout } from '../../_ui/state/callout';
import { ErrorNote } from '../../_ui/state/error-note';
import { FoldedText } from '../../_ui/text/folded-text';
import { HeadlineText } from '../../_ui/text/headline-text';

type Props = { runId: string; itemId: string; shown: string };

/** Shows the exact parameters and the result of a step. */
export function StepDetails({ runId, itemId, shown }: Props) {
  const { data, error, refetch, isFetching } = useCallDetail(runId, itemId, shown, true);
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
  if (!data) return <Loading />;
  // A command's output repeats the command, and the result of a written file repeats the text in the change.
  const previews = data.preview.filter(
    ({ kind }) => !(kind === 'command' && data.result?.kind === 'command_output'),
  );
  const isResultShown =
    (data.result?.kind === 'diff' && previews.length > 0) ||
    (data.result?.kind === 'text' && isTextOfChange(data.result.text, previews));
  const result = isResultShown ? null : data.result;
  return (
    <Suspense fallback={<Loading />}>
      <Stack gap="md">
        {data.error && <StepError error={data.error} />}
        {previews.map((presentation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: previews of one call have a fixed order
          <PresentationView key={index} presentation={presentation} />
        ))}
        {result && <PresentationView presentation={result} />}
        <ExactValues
          title={`${data.preview.length > 0 ? 'Other parameters' : 'Parameters'}${describeLayers(data.layers)}`}
          values={data.parameters}
          shown={data.preview}
        />
      </Stack>
    </Suspense>
  );
}

/** Says whether the value is the text of a written file or the path of a deleted one. */
function isTextOfChange(value: string, previews: CallDetail['preview']): boolean {
  return ['content', 'path'].some((name) => isShownAbove({ name, value }, previews));
}

/** Shows why a step has no result. A stopped step did not fail. */
function StepError({ error }: { error: NonNullable<CallDetail['error']> }) {
  const isStopped = error.code === 'stopped';
  return (
    <Callout
      tone={isStopped ? 'plain' : 'danger'}
      icon={isStopped ? <IconPlayerStop size={17} /> : <IconAlertTriangle size={17} />}
      title={isStopped ? 'Stopped' : 'It failed'}
    >
      <ErrorText text={error.message} />
    </Callout>
  );
}

function Loading() {
  return <Skeleton height={90} />;
}

/** An error may include everything that the program printed before it. */
function ErrorText({ text }: { text: string }) {
  return text.includes('\n') ? <FoldedText text={text} maxLines={20} /> : <HeadlineText text={text} />;
}

function describeLayers(layers: number): string {
  if (layers === 0) return '';
  return layers === 1 ? ' (decoded 1 layer)' : ` (decoded ${layers} layers)`;
}
