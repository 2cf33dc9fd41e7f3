import { VisuallyHidden } from '@mantine/core';
import type { Reading } from './use-reading';

/**
 * Ends a text that a person must read to its end. `useReading` finds this element and moves the focus to it.
 */
export function ReadingEnd({ reading, children }: { reading: Reading; children: string }) {
  return (
    <p ref={reading.end} tabIndex={-1} style={{ position: 'relative', margin: 0, outline: 'none' }}>
      <VisuallyHidden>{children}</VisuallyHidden>
    </p>
  );
}
