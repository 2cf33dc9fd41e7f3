import type { TimelineItem } from '@/lib/contracts/runs';
import { Markdown } from '../../_ui/markdown/markdown';
import { ItemIcon } from './item-icon';
import classes from './timeline.module.css';

/** The text of a reply that was cut off: shown as far as it arrived, never as the answer. */
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
