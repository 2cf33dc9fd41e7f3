'use client';

import { IconEyeExclamation, IconServer } from '@/app/_ui/icons/icons';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { PresentationView } from '@/lib/contracts/presentation';
import { describeLookalike, findLookalikes } from '@/lib/shared/lookalikes';
import { countOf } from '@/lib/shared/quantities';
import { useNeededWorkspace } from '../../_client/workspaces';
import { FileContextProvider } from '../../_ui/files/path-link';
import { WorkspaceProvider } from '../../_ui/files/workspace-context';
import { ExactValues } from '../../_ui/presentation/exact-values';
import { PresentationView as Presentation } from '../../_ui/presentation/presentation-view';
import { ReadingEnd } from '../../_ui/reading/reading-end';
import type { Reading } from '../../_ui/reading/use-reading';
import { Callout } from '../../_ui/state/callout';
import { countRevealed } from '../../_ui/text/reveal-characters';
import { ShownInFull } from '../../_ui/text/use-fold';
import classes from './approval-content.module.css';
import { ApprovalContext } from './approval-context';
import { TargetChange } from './target-change';
import { WhyAsked } from './why-asked';

/** Shows the exact content that the person signs. */
export function ApprovalContent({ approval, reading }: { approval: ApprovalView; reading: Reading }) {
  const { preview, parameters } = approval;
  const workspaceId = useNeededWorkspace(approval.workspaceId);
  const hidden = parameters.reduce((sum, { value }) => sum + countRevealed(value), 0);
  const names = preview.flatMap(namesIn);
  const lookalikes = parameters.flatMap(({ value }) =>
    findLookalikes(value, names.includes(value) ? 'word' : 'line').map(({ character }) => character),
  );
  return (
    <WorkspaceProvider value={workspaceId}>
      <div className={classes['content']}>
        {approval.commentary !== null && <WhyAsked words={approval.commentary} />}
        <TargetChange approval={approval} />
        {approval.filesOn !== null && (
          <Callout
            tone="plain"
            icon={<IconServer size={17} />}
            title={`The files are on the server “${approval.filesOn}”`}
          >
            Below is what that server saw when this was requested. It looks again before it carries this out.
          </Callout>
        )}
        {hidden > 0 && (
          <Callout
            tone="needs-you"
            icon={<IconEyeExclamation size={17} />}
            title={`${countOf(hidden, 'hidden character')} found (shown as ⟦U+…⟧)`}
          >
            As plain text {hidden === 1 ? 'it' : 'they'} would be invisible, look like a space, or change the
            direction of the text.
          </Callout>
        )}
        {lookalikes.length > 0 && (
          <Callout
            tone="needs-you"
            icon={<IconEyeExclamation size={17} />}
            title={`${countOf(lookalikes.length, 'letter')} of another alphabet in words that look Latin (underlined)`}
          >
            {describeLookalikes(lookalikes)}
          </Callout>
        )}
        <FileContextProvider value={approval.result === null ? 'request' : 'record'}>
          <ShownInFull>
            {preview.map((presentation, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: previews of one request have a fixed order
              <Presentation key={index} presentation={presentation} isSubject={index === 0} />
            ))}
            <ExactValues
              title={preview.length > 0 ? 'Other parameters' : 'Parameters'}
              values={parameters}
              shown={preview}
            />
          </ShownInFull>
        </FileContextProvider>
        <ApprovalContext approval={approval} />
        <ReadingEnd reading={reading}>End of the request</ReadingEnd>
      </div>
    </WorkspaceProvider>
  );
}

/** Lists the commands and paths of a preview. Lookalikes are judged word by word in them. */
function namesIn(presentation: PresentationView): string[] {
  switch (presentation.kind) {
    case 'command':
      return [presentation.command, presentation.folder];
    case 'move':
      return [presentation.from, presentation.to];
    case 'diff':
      return [presentation.path];
    default:
      return [];
  }
}

const namedLookalikes = 5;

/** Returns "Easily taken for Latin: а (Cyrillic, U+0430)." */
function describeLookalikes(characters: readonly string[]): string {
  const kinds = [...new Set(characters)];
  const named = kinds.slice(0, namedLookalikes).map((kind) => `${kind} (${describeLookalike(kind)})`);
  const left = kinds.length - named.length;
  return `Easily taken for Latin: ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}
