/**
 * Takes pictures of every page and state into the git-ignored folder `screenshots`:
 * `npx tsx scripts/pictures.ts [part of a name …]`, after `npm run build`. It takes them wide, tablet and
 * phone, some also at 400 % zoom, in light and dark. Look at the pictures after every change to the
 * interface.
 */
import { takeConversations } from './pictures/conversations';
import { takeLiveConversations } from './pictures/conversations-live';
import { takeDialogs } from './pictures/dialogs';
import { takeExpiry } from './pictures/expiry';
import { takeFiles } from './pictures/files';
import { takePages } from './pictures/pages';
import { openPictureBook } from './pictures/picture-book';
import { takeQueue } from './pictures/queue';
import { takeSettings } from './pictures/settings';
import { takeUsage } from './pictures/usage';

const book = await openPictureBook(process.argv.slice(2));
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
