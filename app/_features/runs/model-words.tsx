import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './model-words.module.css';

type Props = { text: string; caption?: string };

/** The model's own words, a claim and not a fact, or words that hold some of them. */
export function ModelWords({ text, caption = 'Model’s note' }: Props) {
  return (
    <figure className={classes['words']}>
      <figcaption>{caption}</figcaption>
      <blockquote>
        <RevealedText text={text} />
      </blockquote>
    </figure>
  );
}
