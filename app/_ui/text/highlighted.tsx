import { findMatch } from './find-match';
import classes from './highlighted.module.css';

/** A text with what was searched for marked in it. */
export function Highlighted({ text, search }: { text: string; search: string }) {
  const found = search.trim() === '' ? null : findMatch(text, search);
  if (!found) return text;
  return (
    <>
      {found.before}
      <mark className={classes['match']}>{found.match}</mark>
      {found.after}
    </>
  );
}
