import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './approval-content.module.css';

/**
 * Shows the model's own words, which are not facts. However long they are, they do not push the content to
 * sign out of reach.
 */
export function WhyAsked({ words }: { words: string }) {
  return (
    <figure className={classes['why']}>
      <figcaption>
        Why the model asks <span className={classes['dim']}>· its own words, not verified</span>
      </figcaption>
      <ScrollRegion label="Why the model asks" className={classes['words']}>
        <blockquote>
          <RevealedText text={words} />
        </blockquote>
      </ScrollRegion>
    </figure>
  );
}
