import Link from 'next/link';
import { IconFileOff, IconLock } from '@/app/_ui/icons/icons';
import type { ApiError } from '../../_client/api-error';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { EmptyNote } from '../../_ui/state/empty-note';
import { HeadlineText } from '../../_ui/text/headline-text';
import { revealNameToString } from '../../_ui/text/reveal-characters';

/** Says "not found", and links to the nearest folder that exists. */
export function MissingFile({ path, error }: { path: string; error: ApiError }) {
  const folder = error.folder ?? '';
  const { fileAddress } = useFileAddresses();
  if (path === '') return <MissingWorkspace />;
  return (
    <EmptyNote
      icon={<IconFileOff size={26} stroke={1.5} />}
      order={1}
      title={`There is no ${revealNameToString(path)}`}
      action={
        <Link href={fileAddress(folder)}>
          {folder === '' ? 'Open the workspace folder' : <>Open {revealNameToString(folder)}/</>}
        </Link>
      }
    >
      It may have been moved or deleted, or it was never created.
    </EmptyNote>
  );
}

function MissingWorkspace() {
  return (
    <EmptyNote
      icon={<IconFileOff size={26} stroke={1.5} />}
      order={1}
      title="There is no such workspace"
      action={<Link href="/files">Open your files</Link>}
    >
      It may have been removed, or you are not in it.
    </EmptyNote>
  );
}

/**
 * Explains a path that the server does not open: a link, a device, a path outside the workspace, or a path
 * that the server has no permission for.
 */
export function RefusedPath({ error }: { error: ApiError }) {
  const { fileAddress } = useFileAddresses();
  return (
    <EmptyNote
      icon={<IconLock size={26} stroke={1.5} />}
      order={1}
      title="Countersign doesn’t open this"
      action={<Link href={fileAddress('')}>Open the workspace folder</Link>}
    >
      <HeadlineText text={error.message} />
    </EmptyNote>
  );
}
