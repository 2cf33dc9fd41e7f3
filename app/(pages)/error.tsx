'use client';

import { Page } from '../_ui/shell/page';
import { ErrorNote } from '../_ui/state/error-note';

export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Page title="Something broke" width="column">
      <ErrorNote
        title="This page broke"
        isPage
        error={new Error(`Your work is saved on the server.${error.digest ? ` Error ${error.digest}.` : ''}`)}
        // Rendering again would not help, because a part that failed to load works only after a reload.
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
