import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './model-words.module.css';

/** The model's own words: a claim, not a fact. */
export function ModelWords({ text }: { text: string }) {
  return (
    <figure className={classes['words']}>
      <figcaption>Model’s note</figcaption>
      <blockquote>
        <RevealedText text={text} />
      </blockquote>
    </figure>
  );
}
