import { countOf, formatBytes } from '@/lib/shared/quantities';
import { countRevealed } from '../../_ui/text/reveal-characters';
import { TimeAgo } from '../../_ui/time/time-ago';
import { describeKind } from './describe-kind';
import type { ShownFile } from './shown-file';

/**
 * Shows size, kind, lines and time of change in one line. It announces hidden characters before the reader
 * meets them.
 */
export function FileFacts({ file }: { file: ShownFile }) {
  const { content, path, size, modifiedAt } = file;
  const hidden = content.kind === 'text' ? countRevealed(content.text) : 0;
  const facts = [
    describeKind(path, content.kind === 'image' ? content.type : null),
    formatBytes(size),
    ...(content.kind === 'text' && content.lines !== null ? [countOf(content.lines, 'line')] : []),
    ...(hidden > 0 ? [`${countOf(hidden, 'hidden character')} (shown as ⟦U+…⟧)`] : []),
  ];
  return (
    <>
      {facts.join(' · ')} · changed <TimeAgo iso={modifiedAt} />
    </>
  );
}
