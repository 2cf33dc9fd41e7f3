import Link from 'next/link';
import { Fragment } from 'react';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { RevealedName } from '../../_ui/text/revealed-name';
import classes from './files.module.css';

/** Links each folder on the way to a path. */
export function Breadcrumbs({ path }: { path: string }) {
  const { fileAddress } = useFileAddresses();
  const names = path.split('/').filter(Boolean);
  const folders = names
    .slice(0, -1)
    .map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
  if (path === '') return null;
  return (
    <nav className={classes['breadcrumbs']} aria-label="Folders">
      <Link href={fileAddress('')}>Files</Link>
      {folders.map(({ name, path: folder }) => (
        <Fragment key={folder}>
          <span aria-hidden>/</span>
          <Link href={fileAddress(folder)}>
            <RevealedName name={name} />
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
