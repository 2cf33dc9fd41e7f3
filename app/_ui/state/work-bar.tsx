import classes from './work-bar.module.css';

/**
 * Shows a sign of work at the upper edge of the window. It takes no room, and appears only when the work
 * takes longer than a moment.
 */
export function WorkBar() {
  return <div className={classes['bar']} role="progressbar" aria-label="Working" />;
}
