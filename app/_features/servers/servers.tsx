'use client';

import { Badge, Text } from '@mantine/core';
import type { ServerList, ServerView } from '@/lib/contracts/servers';
import { countOf } from '@/lib/shared/quantities';
import { useServers } from '../../_client/server-queries';
import { PageHeader } from '../../_ui/shell/page-header';
import { SheetList } from '../../_ui/shell/sheet-list';
import row from '../../_ui/shell/state-row.module.css';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { Highlighted } from '../../_ui/text/highlighted';
import { TimeAgo } from '../../_ui/time/time-ago';
import { WaitingTime } from '../../_ui/time/waiting-time';
import classes from './servers.module.css';

/** Shows the servers of the database with their work, and the runs that wait for one. */
export function Servers() {
  const list = useServers();
  return (
    <>
      <PageHeader
        title="Servers"
        lead="The servers that work on this database. When one ends or dies, the others take its runs, except those of a workspace that belongs to it."
      />
      <Loaded query={list} loading={<LoadingRows rows={2} />} failure="The servers could not be loaded">
        {({ servers, queue }) => (
          <>
            <Queue queue={queue} />
            <SheetList label="Servers">
              {servers.map((server) => (
                <Server key={server.id} server={server} />
              ))}
            </SheetList>
          </>
        )}
      </Loaded>
    </>
  );
}

function Queue({ queue: { length, oldestAt, absent } }: Pick<ServerList, 'queue'>) {
  return (
    <div className={classes['queue']}>
      <p>
        {length === 0 ? 'No run waits for a server.' : `${countOf(length, 'run')} without a server`}
        {oldestAt !== null && (
          <>
            , {length > 1 && 'the oldest '}since <TimeAgo iso={oldestAt} as="clock" />
          </>
        )}
      </p>
      {absent.map(({ server, runs }) => (
        <p key={server}>
          {countOf(runs, 'run')} {runs === 1 ? 'waits' : 'wait'} for the server “{server}”, which is not
          running.
        </p>
      ))}
    </div>
  );
}

const stateWords = { working: 'Working', draining: 'Draining', silent: 'Silent for' };

function Server({ server }: { server: ServerView }) {
  const { name, host, processId, version, state, isThis, leases, waitingRuns, workspaces } = server;
  return (
    <li className={row['row']}>
      <div className={row['head']}>
        <h2>{name ?? host}</h2>
        <span className={row['state']} data-state={state}>
          {stateWords[state]}
          {state === 'silent' && (
            <>
              {' '}
              <WaitingTime since={server.heartbeatAt} />
            </>
          )}
        </span>
        {isThis && (
          <Badge variant="light" size="sm" tt="none">
            This server
          </Badge>
        )}
      </div>
      <Text size="sm">
        {countOf(leases, 'run')} at work
        {waitingRuns > 0 && `, ${waitingRuns} in line`}
      </Text>
      {workspaces.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {workspaces.length === 1 ? 'Workspace' : 'Workspaces'}: <Highlighted text={workspaces.join(', ')} />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {name !== null && `${host} · `}
        Version {version} · Process {processId} · Started <TimeAgo iso={server.startedAt} as="clock" />
        {!isThis && (
          <>
            {' · '}Last heartbeat{' '}
            <TimeAgo iso={server.heartbeatAt} as={state === 'silent' ? 'clock' : 'age'} />
          </>
        )}
      </Text>
    </li>
  );
}
