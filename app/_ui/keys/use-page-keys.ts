import { useHotkeys } from '@mantine/hooks';
import { takesKeys } from './takes-keys';

/** Shortcuts of a page. A key that belongs to the field with the focus does nothing else. */
export function usePageKeys(shortcuts: readonly (readonly [keys: string, act: () => void])[]): void {
  useHotkeys(
    shortcuts.map(([keys, act]) => [
      keys,
      (event) => {
        if (takesKeys(event.target)) return;
        event.preventDefault();
        act();
      },
      { preventDefault: false },
    ]),
    [],
  );
}
