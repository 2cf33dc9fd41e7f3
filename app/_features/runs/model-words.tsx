import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './model-words.module.css';

/** What the model said: a claim, not a fact. */
export function ModelWords({ text }: { text: string }) {
  return (
    <figure className={classes['words']}>
      <figcaption>The model’s words</figcaption>
      <blockquote>
        <RevealedText text={text} />
      </blockquote>
    </figure>
  );
}
