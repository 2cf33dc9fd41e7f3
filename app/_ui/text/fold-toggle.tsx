import classes from './folded-text.module.css';

type Props = { isOpen: boolean; size: string; onToggle: () => void };

/** Says how much there is in all, and opens it. */
export function FoldToggle({ isOpen, size, onToggle }: Props) {
  return (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => {
        onToggle();
        // Folded again, the reader is where the text was and not far below it.
        if (isOpen) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
      }}
    >
      <span className={classes['size']}>{size} · </span>
      {isOpen ? 'fold again' : 'show all'}
    </button>
  );
}
