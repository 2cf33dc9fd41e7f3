import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { takesKeys } from './takes-keys';

/** Shortcuts of a page. A key that belongs to the field with the focus does nothing else. */
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

/** A sign such as "?" or "/" takes Shift on some keyboards and none on others: the sign counts. */
export function spellingsOf(keys: string): string[] {
  return /^[^\p{L}\p{N}]$/u.test(keys) ? [keys, `shift+${keys}`] : [keys];
}
