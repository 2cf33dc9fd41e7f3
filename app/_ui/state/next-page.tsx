import { Button, Text } from '@mantine/core';

type Props = {
  label: string;
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
};

/** Loads the next page of a list, and shows an error beside the button. */
export function NextPage({ label, list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <>
      <Button
        variant="default"
        mt="md"
        loading={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {label}
      </Button>
      {list.isFetchNextPageError && (
        <Text size="sm" c="var(--danger-text)" mt="xs" role="alert">
          More could not be loaded. {list.error?.message}
        </Text>
      )}
    </>
  );
}
