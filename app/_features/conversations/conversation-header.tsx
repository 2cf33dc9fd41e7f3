import type { ReactNode } from 'react';
import { Highlighted } from '../../_ui/text/highlighted';
import classes from './conversation-header.module.css';

type Props = { title: string; menu: ReactNode };

/** Shows the title beside its menu, and keeps space for a menu that loads later. */
export function ConversationHeader({ title, menu }: Props) {
  return (
    <header className={classes['header']}>
      <h1 className={classes['title']}>
        <Highlighted text={title} />
      </h1>
      {menu || <span className={classes['menuSpace']} />}
    </header>
  );
}
