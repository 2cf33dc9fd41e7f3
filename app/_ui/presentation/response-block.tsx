import { Stack } from '@mantine/core';
import type { PresentationView } from '@/lib/contracts/presentation';
import { languageOfType } from '../syntax/language-of';
import { FoldedText } from '../text/folded-text';
import { formatSize } from '../text/format-size';
import { CutNote } from './command-output-block';
import { NameValues } from './name-values';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

type ResponsePresentation = Extract<PresentationView, { kind: 'response' }>;

export function ResponseBlock({ response }: { response: ResponsePresentation }) {
  return (
    <Stack gap="md">
      <PresentationFrame
        title="Response"
        aside={
          <span className={classes['fact']} data-tone={response.status < 400 ? 'plain' : 'danger'}>
            {response.status} {response.statusText} · {formatSize(response.body)}
          </span>
        }
        copy={response.body}
      >
        <FoldedText text={response.body} language={languageOfType(response.headers)} />
      </PresentationFrame>
      {response.headers.length > 0 && <NameValues title="Headers" rows={response.headers} />}
      {response.isCut && <CutNote reason={response.cutReason} />}
    </Stack>
  );
}
