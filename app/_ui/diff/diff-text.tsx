import { RevealedText } from '../text/revealed-text';
import { type DiffLine, sharedEnds } from './diff-rows';

type Props = { line: DiffLine; partner: DiffLine | null };

/** A line, with the part marked in which it differs from its partner, if they have something in common. */
export function DiffText({ line, partner }: Props) {
  const shared = partner ? sharedEnds(line.text, partner.text) : { start: 0, end: 0 };
  if (shared.start + shared.end === 0) return <RevealedText text={line.text} />;
  const end = line.text.length - shared.end;
  const changed = line.text.slice(shared.start, end);
  return (
    <>
      <RevealedText text={line.text.slice(0, shared.start)} />
      {changed !== '' && (
        <mark>
          <RevealedText text={changed} />
        </mark>
      )}
      <RevealedText text={line.text.slice(end)} />
    </>
  );
}
