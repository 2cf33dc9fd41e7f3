import { PathLink, useFileContext } from '../files/path-link';
import { FoldedText } from '../text/folded-text';
import { RevealedName } from '../text/revealed-name';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

/** Folding a long command keeps the facts below it in view. */
const foldCommandAfterLines = 20;

type Props = { command: string; folder: string; isSubject?: boolean };

/**
 * The heading of a request, or of a command that is the subject of its heading, already says that it is a
 * command.
 */
export function CommandBlock({ command, folder, isSubject = false }: Props) {
  const isRequest = useFileContext() === 'request';
  return (
    <PresentationFrame
      title="Command"
      isTitleHidden={isRequest || isSubject}
      aside={<InFolder folder={folder} />}
      copy={command}
    >
      <div className={isSubject ? classes['subject'] : ''}>
        <FoldedText text={command} language="bash" judgedBy="word" maxLines={foldCommandAfterLines} />
      </div>
    </PresentationFrame>
  );
}

export function InFolder({ folder }: { folder: string }) {
  return (
    <span className={classes['fact']}>
      in{' '}
      {folder === '' || folder === '.' ? (
        'the workspace folder'
      ) : (
        <code>
          <PathLink path={folder}>
            <RevealedName name={folder} />
          </PathLink>
        </code>
      )}
    </span>
  );
}
