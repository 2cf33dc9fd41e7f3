import { Fragment } from 'react';
import { revealCharacters } from './reveal-characters';
import classes from './revealed-text.module.css';

/** Text with everything invisible or misleading in it drawn as an escape. */
export function RevealedText({ text }: { text: string }) {
  let position = 0;
  return revealCharacters(text).map((part) => {
    const key = position;
    position += part.text.length;
    if (part.kind === 'plain') return <Fragment key={key}>{part.text}</Fragment>;
    return (
      <span key={key} className={classes['escape']} dir="ltr">
        {part.escape}
      </span>
    );
  });
}
