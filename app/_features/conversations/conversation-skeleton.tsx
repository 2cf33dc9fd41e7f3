import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

const steps = ['62%', '48%', '55%'];
const lines = ['100%', '94%', '68%'];

/** Outlines a conversation while it loads: request, steps, answer. */
export function ConversationSkeleton() {
  return (
    <Stack gap="xl" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Stack gap="sm">
        <Skeleton height={18} width="42%" />
        <Group gap="xs">
          <Skeleton height={26} width="30%" />
          <Skeleton height={26} width="20%" />
        </Group>
      </Stack>
      <Stack gap="md">
        {steps.map((width) => (
          <Group key={width} gap="sm" wrap="nowrap">
            <Skeleton height={20} circle />
            <Skeleton height={14} width={width} />
          </Group>
        ))}
      </Stack>
      <Stack gap="sm">
        {lines.map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Stack>
    </Stack>
  );
}
