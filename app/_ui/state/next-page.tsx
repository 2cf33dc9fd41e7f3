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

/** The way to the next page of a list that goes on; when it could not be loaded, that is said beside it. */
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
          They could not be loaded. {list.error?.message}
        </Text>
      )}
    </>
  );
}
