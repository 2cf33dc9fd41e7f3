'use client';

import { Text } from '@mantine/core';
import type { WorkspaceView } from '@/lib/contracts/workspaces';
import { countOf } from '@/lib/shared/quantities';
import { useWorkspaceList } from '../../_client/workspaces';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { SheetList } from '../../_ui/shell/sheet-list';
import row from '../../_ui/shell/state-row.module.css';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { Highlighted } from '../../_ui/text/highlighted';
import { formatLimit } from '../../_ui/time/format-time';

/** Shows how the workspaces are configured. It appears only where a file names them. */
export function WorkspacesSection() {
  const list = useWorkspaceList();
  // Most installations have no such file, so nothing is shown until the server has answered.
  if (list.isPending || list.data?.file === null) return null;
  return (
    <SettingsSection
      id="workspaces"
      title="Workspaces"
      lead="Each run works in one of these folders. The file of WORKSPACES_FILE is the place to change them."
    >
      <Loaded query={list} loading={<LoadingRows rows={2} />} failure="The workspaces could not be loaded">
        {({ workspaces }) => (
          <SheetList label="Workspaces">
            {workspaces.map((workspace) => (
              <Workspace key={workspace.id} workspace={workspace} />
            ))}
          </SheetList>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function Workspace({ workspace }: { workspace: WorkspaceView }) {
  const { name, folder, people, state } = workspace;
  const limits = describeLimits(workspace);
  return (
    <li className={row['row']}>
      <div className={row['head']}>
        <h3>
          <Highlighted text={name} />
        </h3>
        <span className={row['state']} data-state={state === 'silent' ? 'silent' : 'working'}>
          {describePlace(workspace)}
        </span>
      </div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <code>{folder}</code>
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {people === null ? 'Everyone' : people.join(', ')}
      </Text>
      {limits !== null && (
        <Text size="sm" c="dimmed">
          {limits}
        </Text>
      )}
    </li>
  );
}

function describeLimits({ maxWorkingRuns, maxSteps, maxActiveMs }: WorkspaceView): string | null {
  const perRun = [
    maxSteps !== null && countOf(maxSteps, 'step'),
    maxActiveMs !== null && formatLimit(maxActiveMs),
  ].filter(Boolean);
  const limits = [
    maxWorkingRuns !== null && `${countOf(maxWorkingRuns, 'run')} at once`,
    perRun.length > 0 && `${perRun.join(' and ')} per run`,
  ].filter(Boolean);
  return limits.length === 0 ? null : `At most ${limits.join(', ')}`;
}

function describePlace({ state, server }: WorkspaceView): string {
  if (state === 'here') return server === null ? 'Here' : `Here, on ${server}`;
  return state === 'elsewhere' ? `On ${server}` : `On ${server}, which does not run`;
}
