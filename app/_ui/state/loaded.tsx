import type { ReactNode } from 'react';
import { ErrorNote } from './error-note';

type Props<Data> = {
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** The page shows this until the first answer. */
  loading: ReactNode;
  /** Says which action failed: "The prompts could not be loaded". */
  failure: string;
  children: (data: Data) => ReactNode;
};

/**
 * Shows a query's skeleton, its error with a retry, or its data. The data stays when a later request fails.
 */
export function Loaded<Data>({ query, loading, failure, children }: Props<Data>) {
  const { data, error, isPending, isFetching, refetch } = query;
  return (
    <>
      {isPending && loading}
      {error && data === undefined && (
        <ErrorNote title={failure} error={error} onRetry={() => refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && children(data)}
    </>
  );
}
