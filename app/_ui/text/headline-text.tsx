import { toCodeParts } from './code-parts';
import classes from './headline-text.module.css';
import { Highlighted } from './highlighted';

type Props = { text: string; search?: string };

/** Shows a headline, which names commands and paths. It sets code as code and marks the match of a search. */
export function HeadlineText({ text, search = '' }: Props) {
  const parts = toCodeParts(text);
  if (!parts) return <Highlighted text={text} search={search} judgedBy="word" />;
  return (
    <>
      <Highlighted text={parts.before} search={search} judgedBy="word" />
      <code className={classes['code']}>
        <Highlighted text={parts.code} search={search} judgedBy="word" />
      </code>
      <Highlighted text={parts.after} search={search} judgedBy="word" />
    </>
  );
}
