/** Draws the signature stroke in its square, in the color of the text around it. */
export function CountersignMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-ink-filled)" />
      <path
        d="M6.5 20.5c3.2-.6 6.600-5.300 7.700-8.900.5-1.700.3-3-.8-3-1.700 0-3 3.400-2.800 7 .2 3.300 1.600 5.300 3.500 4.800 1.900-.5 3-3.300 4.100-3.300 1 0 .5 2.400 1.700 2.500 1 .1 1.600-1.500 2.500-1.500.8 0 .9 1 2.300 1"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M7 25h18" stroke="#f2ac36" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
