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
import classes from './workspaces-section.module.css';

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
  const { name, folder, people, server, state } = workspace;
  const limits = describeLimits(workspace);
  return (
    <li className={row['row']}>
      <div className={row['head']}>
        <h3>
          <Highlighted text={name} />
        </h3>
        {server !== null && (
          <span className={row['state']} data-state={state === 'silent' ? 'silent' : 'working'}>
            {`On ${server}${placeWords[state]}`}
          </span>
        )}
      </div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <code>{folder}</code>
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {people === null ? 'Everyone' : <People people={people} />}
      </Text>
      {limits !== null && (
        <Text size="sm" c="dimmed">
          {limits}
        </Text>
      )}
    </li>
  );
}

const placeWords = { here: ', this server', elsewhere: '', silent: ', which is not running' };

/** More people than this are folded, because a long list would hide the other workspaces. */
const mostShownPeople = 4;

function People({ people }: { people: readonly string[] }) {
  const list = (
    <ul className={classes['people']}>
      {people.map((address) => (
        <li key={address}>{address}</li>
      ))}
    </ul>
  );
  if (people.length <= mostShownPeople) return list;
  return (
    <details className={classes['folded']}>
      <summary>{countOf(people.length, 'person', 'people')}</summary>
      {list}
    </details>
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
