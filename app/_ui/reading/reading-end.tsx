import { VisuallyHidden } from '@mantine/core';
import type { Reading } from './use-reading';

/** The last element of a text that is read to its end: `useReading` looks for it, and the focus moves to it. */
export function ReadingEnd({ reading, children }: { reading: Reading; children: string }) {
  return (
    <p ref={reading.end} tabIndex={-1} style={{ position: 'relative', margin: 0, outline: 'none' }}>
      <VisuallyHidden>{children}</VisuallyHidden>
    </p>
  );
}
