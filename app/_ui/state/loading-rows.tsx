import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

type Props = { rows?: number; height?: number };

export function LoadingRows({ rows = 5, height = 52 }: Props) {
  return (
    <Stack gap="xs" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike and never change places
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
