import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './approval-content.module.css';

/** The model's own words. They are no fact, and no length of them moves what is signed out of reach. */
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
