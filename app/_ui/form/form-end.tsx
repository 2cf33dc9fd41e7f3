import { Button, Group, Text } from '@mantine/core';

type Props = {
  /** The button says what it does: "Make the token". */
  confirm: string;
  isPending: boolean;
  /** Says what went wrong. An error that a field shows is not said again. */
  error?: Error | null;
  onClose: () => void;
};

/** Ends a form that opened in place: the button that sends it, and the one that closes it. */
export function FormEnd({ confirm, isPending, error, onClose }: Props) {
  return (
    <>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <Group gap="sm">
        <Button type="submit" loading={isPending}>
          {confirm}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
