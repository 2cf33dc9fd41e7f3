import { FoldedText } from '../text/folded-text';
import { RevealedText } from '../text/revealed-text';
import classes from './presentation.module.css';
import { PresentationFrame } from './presentation-frame';

export function CommandBlock({ command, folder }: { command: string; folder: string }) {
  return (
    <PresentationFrame title="Command" aside={<InFolder folder={folder} />} copy={command}>
      <FoldedText text={command} language="bash" />
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
          <RevealedText text={folder} />
        </code>
      )}
    </span>
  );
}
