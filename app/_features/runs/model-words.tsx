import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './model-words.module.css';

/** Shows the model's own words, which are a claim and not a fact. */
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
