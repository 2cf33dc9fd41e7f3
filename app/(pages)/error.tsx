'use client';

import { Page } from '../_ui/shell/page';
import { ErrorNote } from '../_ui/state/error-note';

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <Page title="Something broke" width="column">
      <ErrorNote
        title="This page broke"
        error={
          new Error(
            `What you did before is kept on the server.${error.digest ? ` Error ${error.digest}.` : ''}`,
          )
        }
        onRetry={reset}
      />
    </Page>
  );
}
