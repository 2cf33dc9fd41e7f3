import { Button, Group, Text } from '@mantine/core';

/** Says that unsaved input came back, and offers to discard it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">
        Your unsaved draft was restored.
      </Text>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onDiscard}>
        Discard draft
      </Button>
    </Group>
  );
}
