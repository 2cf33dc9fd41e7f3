/**
 * Takes pictures of every page and state into the git-ignored folder `screenshots`:
 * `npm run pictures -- [part of a name …]`, after `npm run build`. It takes them wide, tablet and
 * phone, some also at 400 % zoom, in light and dark. Look at the pictures after every change to the
 * interface.
 */
import { takeConversations } from './conversations';
import { takeLiveConversations } from './conversations-live';
import { takeDialogs } from './dialogs';
import { takeExpiry } from './expiry';
import { takeFiles } from './files';
import { takePages } from './pages';
import { openPictureBook } from './picture-book';
import { takeQueue } from './queue';
import { takeSettings } from './settings';
import { takeUsage } from './usage';
import { takeWorkspaces } from './workspaces';

const wanted = process.argv.slice(2);
const book = await openPictureBook(wanted);
try {
  await takePages(book);
  await takeFiles(book);
  await takeDialogs(book);
  await takeConversations(book);
  await takeLiveConversations(book);
  await takeQueue(book);
  await takeExpiry(book);
  await takeSettings(book);
  await takeUsage(book);
} finally {
  await book.close();
}
await takeWorkspaces(wanted);
