import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { takesKeys } from './takes-keys';

/** Binds the shortcuts of a page. A key that the focused field uses triggers none of them. */
export function usePageKeys(shortcuts: readonly (readonly [keys: string, act: () => void])[]): void {
  useHotkeys(
    shortcuts.flatMap(([keys, act]) =>
      spellingsOf(keys).map(
        (spelling): HotkeyItem => [
          spelling,
          (event) => {
            if (takesKeys(event.target)) return;
            event.preventDefault();
            act();
          },
          { preventDefault: false },
        ],
      ),
    ),
    [],
  );
}

/**
 * Returns a sign such as "?" or "/" with and without Shift, because only some keyboards need Shift for it.
 */
export function spellingsOf(keys: string): string[] {
  return /^[^\p{L}\p{N}]$/u.test(keys) ? [keys, `shift+${keys}`] : [keys];
}
