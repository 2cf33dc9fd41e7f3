import { ScrollRegion } from '../shell/scroll-region';
import { CodeText } from '../syntax/code-text';
import { languageOf } from '../syntax/language-of';
import { CopyText } from '../text/copy-text';
import classes from './markdown.module.css';

type Props = { text: string; language: string };

export function CodeBlock({ text, language }: Props) {
  return (
    <div className={classes['code']}>
      {language !== '' && <div className={classes['codeHead']}>{language}</div>}
      <div className={classes['codeCopy']}>
        <CopyText text={text} label="Copy code" />
      </div>
      <ScrollRegion label={language ? `Code, ${language}` : 'Code'} className={classes['codeText']}>
        <pre>
          <code>
            <CodeText text={text} language={languageOf(`code.${language}`)} />
          </code>
        </pre>
      </ScrollRegion>
    </div>
  );
}
