import type { TimelineItem } from '@/lib/contracts/runs';
import { Markdown } from '../../_ui/markdown/markdown';
import { ItemIcon } from './item-icon';
import classes from './timeline.module.css';

/** Shows the text of a reply that was cut off, as far as it arrived, and never as the answer. */
export function PartialReply({ item }: { item: TimelineItem }) {
  return (
    <>
      <div className={classes['plain']}>
        <ItemIcon status={item.status} warning={item.warning} />
        <span>{item.headline}</span>
      </div>
      <div className={classes['partial']}>
        <Markdown text={item.commentary ?? ''} />
      </div>
    </>
  );
}
