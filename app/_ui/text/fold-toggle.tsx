import classes from './folded-text.module.css';
import type { Fold } from './use-fold';

type Props = { fold: Fold; size: string; className?: string | undefined };

/** Shows the size of the complete text and opens it. */
export function FoldToggle({ fold, size, className = classes['toggle'] }: Props) {
  if (!fold.isFoldable) return null;
  return (
    <button
      type="button"
      className={className}
      aria-expanded={fold.isOpen}
      onClick={({ currentTarget }) => {
        fold.toggle();
        // After folding, the reader is at the text again and not far below it.
        if (fold.isOpen) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
      }}
    >
      <span className={classes['size']}>{size} · </span>
      {fold.isOpen ? 'fold again' : 'show all'}
    </button>
  );
}
