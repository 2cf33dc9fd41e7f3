import { Stack } from '@mantine/core';
import type { PresentationView } from '@/lib/contracts/presentation';
import { languageOfType } from '../syntax/language-of';
import { FoldedText } from '../text/folded-text';
import { formatSize } from '../text/format-size';
import { NameValues } from './name-values';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

type RequestPresentation = Extract<PresentationView, { kind: 'request' }>;

export function RequestBlock({ request }: { request: RequestPresentation }) {
  return (
    <Stack gap="md">
      <PresentationFrame title="Request" copy={request.url}>
        <FoldedText text={`${request.method} ${request.url}`} />
      </PresentationFrame>
      {request.headers.length > 0 && <NameValues title="Headers" rows={request.headers} />}
      {request.body !== null && (
        <PresentationFrame
          title="Body"
          aside={<span className={classes['fact']}>{formatSize(request.body)}</span>}
          copy={request.body}
        >
          <FoldedText text={request.body} language={languageOfType(request.headers)} />
        </PresentationFrame>
      )}
    </Stack>
  );
}
