import { ScrollRegion } from '../shell/scroll-region';
import { RevealedText } from './revealed-text';
import classes from './unsent-words.module.css';

/** Shows what a person typed and can no longer send, so that they can copy it. Shows nothing without words. */
export function UnsentWords({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <ScrollRegion label="What you had written" className={classes['words']}>
      You had written: “<RevealedText text={words} />”
    </ScrollRegion>
  );
}
