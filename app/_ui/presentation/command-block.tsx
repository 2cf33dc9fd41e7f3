import { PathLink } from '../files/path-link';
import { FoldedText } from '../text/folded-text';
import { RevealedName } from '../text/revealed-name';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

/** Keeps the facts after a long command in view. */
const foldCommandAfterLines = 20;

export function CommandBlock({ command, folder }: { command: string; folder: string }) {
  return (
    <PresentationFrame title="Command" aside={<InFolder folder={folder} />} copy={command}>
      <FoldedText text={command} language="bash" judgedBy="word" maxLines={foldCommandAfterLines} />
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
