'use client';

import { Page } from '../_ui/shell/page';
import { ErrorNote } from '../_ui/state/error-note';

export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Page title="Something broke" width="column">
      <ErrorNote
        title="This page broke"
        error={
          new Error(
            `What you did before is kept on the server.${error.digest ? ` Error ${error.digest}.` : ''}`,
          )
        }
        // Drawing it again would not help: a part that failed to load stays failed until the page is loaded anew.
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
