'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { hasErrorCode } from '../../_client/api-error';
import { useFile } from '../../_client/file-queries';
import { useWorkspaceChoice } from '../../_client/workspaces';
import { fileAddress, nameOf } from '../../_ui/files/file-address';
import { WorkspaceProvider } from '../../_ui/files/workspace-context';
import { Page } from '../../_ui/shell/page';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import { WorkspaceSelect } from '../../_ui/workspaces/workspace-select';
import { Breadcrumbs } from './breadcrumbs';
import { FileScreen } from './file-screen';
import { FolderScreen } from './folder-screen';
import { MissingFile, RefusedPath } from './missing-file';
import { type Freshness, StaleNotice } from './stale-notice';

/** A null workspace is the one that this browser chose last. */
type Props = { path: string; line: number | null; workspaceId: string | null };

/** Shows the file or folder at a workspace path, and notices later changes. */
export function FilePage({ path, line, workspaceId }: Props) {
  const router = useRouter();
  const { workspaces, chosenId, choose } = useWorkspaceChoice();
  const shownId = workspaceId ?? chosenId;
  const { data, error, refetch, isFetching } = useFile(path, shownId);
  const version = data?.kind === 'file' ? data.version : null;
  const [firstVersion, setFirstVersion] = useState<string | null>(null);
  if (firstVersion === null && version !== null) setFirstVersion(version);
  const isGone = hasErrorCode(error, 'not_found');

  return (
    <WorkspaceProvider value={shownId}>
      <Page title={path === '' ? 'Files' : revealNameToString(nameOf(path))}>
        <WorkspaceSelect
          workspaces={workspaces}
          value={shownId}
          onChange={(id) => {
            choose(id);
            router.push(fileAddress('', undefined, id));
          }}
        />
        <Breadcrumbs path={path} />
        {!data && !error && <LoadingRows rows={8} height={28} />}
        {data && <StaleNotice freshness={freshnessOf(error, isGone, version !== firstVersion)} />}
        {data?.kind === 'file' && <FileScreen file={data} line={line} />}
        {data?.kind === 'folder' && <FolderScreen folder={data} />}
        {!data && isGone && <MissingFile path={path} error={error} />}
        {!data && hasErrorCode(error, 'path_refused') && <RefusedPath error={error} />}
        {!data && error && !isGone && !hasErrorCode(error, 'path_refused') && (
          <ErrorNote
            title={
              hasErrorCode(error, 'workspace_unavailable')
                ? 'These files are not on this server'
                : 'The file could not be loaded'
            }
            isPage
            error={error}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
      </Page>
    </WorkspaceProvider>
  );
}

function freshnessOf(error: Error | null, isGone: boolean, hasChanged: boolean): Freshness {
  if (isGone) return 'gone';
  if (error) return 'unknown';
  return hasChanged ? 'changed' : 'same';
}
