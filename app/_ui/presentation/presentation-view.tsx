'use client';

import { lazy } from 'react';
import type { PresentationView as Presentation } from '@/lib/contracts/presentation';
import { loadPart } from '../state/load-part';
import { FoldedText } from '../text/folded-text';
import { CommandBlock } from './command-block';
import { CommandOutputBlock } from './command-output-block';
import { EntriesBlock } from './entries-block';
import { MoveBlock } from './move-block';
import { PresentationFrame } from './presentation-frame';
import { RequestBlock } from './request-block';
import { ResponseBlock } from './response-block';

const DiffView = lazy(() =>
  loadPart(() => import('../diff/diff-view')).then((module) => ({ default: module.DiffView })),
);

type Props = {
  presentation: Presentation;
  /** The heading above is about this presentation and leaves its content to it. */
  isSubject?: boolean;
};

/**
 * Renders one view for each kind of presentation. It suspends until the view for diffs has loaded: put the
 * answers of a request inside the same `Suspense`, so that no one can sign before the change is on the
 * screen.
 */
export function PresentationView({ presentation, isSubject = false }: Props) {
  switch (presentation.kind) {
    case 'text':
      return (
        <PresentationFrame title={presentation.title} path={presentation.path} copy={presentation.text}>
          <FoldedText text={presentation.text} language={presentation.language ?? ''} />
        </PresentationFrame>
      );
    case 'diff':
      return <DiffView diff={presentation} />;
    case 'command':
      return (
        <CommandBlock command={presentation.command} folder={presentation.folder} isSubject={isSubject} />
      );
    case 'command_output':
      return <CommandOutputBlock output={presentation} />;
    case 'request':
      return <RequestBlock request={presentation} />;
    case 'response':
      return <ResponseBlock response={presentation} />;
    case 'move':
      return <MoveBlock from={presentation.from} to={presentation.to} />;
    case 'entries':
      return <EntriesBlock title={presentation.title} entries={presentation.entries} />;
  }
}
