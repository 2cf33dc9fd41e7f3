import type { TimelineItem } from '@/lib/contracts/runs';
import { PathLink } from '../../_ui/files/path-link';
import { HeadlineText } from '../../_ui/text/headline-text';

/** Shows a headline whose paths link to their files. */
export function LinkedHeadline({ text, links = [] }: { text: string; links?: TimelineItem['links'] }) {
  const parts = links.map(({ start, end, path }, index) => (
    <span key={start}>
      <HeadlineText text={text.slice(links[index - 1]?.end ?? 0, start)} />
      <PathLink path={path}>
        <HeadlineText text={text.slice(start, end)} />
      </PathLink>
    </span>
  ));
  return (
    <>
      {parts}
      <HeadlineText text={text.slice(links.at(-1)?.end ?? 0)} />
    </>
  );
}
