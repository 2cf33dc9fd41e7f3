import type { ReactNode } from 'react';
import classes from './callout.module.css';

type Props = {
  tone: 'plain' | 'needs-you' | 'danger';
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status' | 'note';
};

/** Sets a short notice apart from the text around it. */
export function Callout({ tone, icon, title, children, actions, role }: Props) {
  return (
    <div className={classes['callout']} data-tone={tone} role={role}>
      {icon && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <div className={classes['body']}>
        {title && <p className={classes['title']}>{title}</p>}
        {children && <div className={classes['text']}>{children}</div>}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
