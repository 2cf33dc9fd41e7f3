import { IconFileAlert } from '@/app/_ui/icons/icons';
import type { WorkflowProblem } from '@/lib/contracts/workflows';
import { Callout } from '../../_ui/state/callout';
import { RevealedName } from '../../_ui/text/revealed-name';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './broken-files.module.css';

type Problems = { problems: readonly WorkflowProblem[] };

/** Lists the files with mistakes, and then the entries that are ignored, which are no mistake. */
export function BrokenFiles({ problems }: Problems) {
  const mistakes = problems.filter(({ isIgnored }) => !isIgnored);
  const ignored = problems.filter(({ isIgnored }) => isIgnored);
  const files = new Set(mistakes.map(({ file }) => file)).size;
  return (
    <>
      {files > 0 && (
        <div className={classes['frame']}>
          <Callout
            tone="danger"
            icon={<IconFileAlert size={17} />}
            title={files === 1 ? '1 workflow file has a mistake' : `${files} workflow files have mistakes`}
          >
            <ProblemList problems={mistakes} />
          </Callout>
        </div>
      )}
      {ignored.length > 0 && (
        <div className={classes['frame']}>
          <Callout
            tone="plain"
            icon={<IconFileAlert size={17} />}
            title={`Ignored in the workflows folder: ${ignored.length === 1 ? '1 item' : `${ignored.length} items`}`}
          >
            <ProblemList problems={ignored} />
          </Callout>
        </div>
      )}
    </>
  );
}

function ProblemList({ problems }: Problems) {
  return (
    <ul className={classes['list']}>
      {problems.map(({ file, line, reason, isIgnored }) => (
        <li key={`${file}:${line}:${reason}`}>
          <code>
            <RevealedName name={line === null || isIgnored ? file : `${file}:${line}`} />
          </code>{' '}
          <RevealedText text={reason} />
        </li>
      ))}
    </ul>
  );
}
