import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverPorts } from '../agent/driver-ports';
import type { Config } from '../config/config';
import type { Database } from '../db/ports/database';
import { adviseOnOutage, describeOutage } from '../db/ports/database-unavailable.port';
import { log } from '../logging/log';
import type { ModelSource } from '../models/model-source.port';
import type { Clock } from '../runtime/clock.port';
import { createLiveUpdates } from '../runtime/live-updates';
import { createRepeater } from '../runtime/repeat';
import { createSteadyClock } from '../runtime/steady-clock';
import { createSweeper } from '../runtime/sweeper';
import { createApprovalExpiry } from '../use-cases/expire-approvals';
import { sweepConversations } from '../use-cases/purge-conversations';
import type { Services } from '../use-cases/services';
import type { Workspaces } from '../use-cases/workspaces';
import type { Closers } from './closers';
import { shareTurns, shareVersions } from './join-servers';
import { lookUpVersions } from './look-up-versions';
import type { Telemetry } from './open-telemetry';
import { createRunReceiver } from './receive-runs';
import { reportFailure } from './report-failure';
import { createRunDispatcher } from './run-dispatcher';
import { shareTexts } from './share-texts';

/** The servers of one database go by its clock, so that a request expires at the same time on each. */
export async function openClock({
  notices,
  runReads,
}: Pick<Database, 'notices' | 'runReads'>): Promise<Clock> {
  return createSteadyClock(notices.hasOthers ? await runReads.now() : new Date());
}

/** Creates the parts that drive runs and tell viewers about them. The sweeper and `lookups` have not started. */
export function openRuntime(
  { dataDir, maxWorkingRuns }: Config,
  { outages, notices, runQueue, runReads }: Database,
  ports: Pick<DriverPorts, 'runs' | 'policy' | 'rules' | 'modelChecks' | 'readLongReply'> & {
    models: ModelSource;
    workspaces: Workspaces;
  },
  clock: Clock,
  telemetry: Pick<Telemetry, 'watchLine' | 'watchDrive'>,
  closers: Closers,
) {
  const local = lookUpVersions(shareTexts(createLiveUpdates(), notices), {
    notices,
    runReads,
    isDriven: (runId) => dispatcher.isDriven(runId),
  });
  const live = shareVersions(local.live, notices);
  outages.onChange((outage) => {
    live.publishOutage(outage && describeOutage(outage));
    if (outage) log.error({ ...outage, folder: dataDir }, describeOutage(outage));
    else log.info('The database can be written again');
  });
  outages.onDamage((damage) =>
    log.error({ ...damage, folder: dataDir }, `${describeOutage(damage)} ${adviseOnOutage(damage)}`),
  );
  const here = ports.workspaces.list().flatMap(({ id, isHere }) => (isHere ? [id] : []));
  const receiver = createRunReceiver(
    runQueue,
    (among) => ports.runs.listUndriven({ among, workspaceIds: here }),
    ({ id, startedBy, workspaceId }) => dispatcher.dispatch(id, startedBy, workspaceId),
  );
  const dispatcher = createRunDispatcher(
    { ...ports, live: telemetry.watchLine(live), clock },
    maxWorkingRuns,
    telemetry.watchDrive,
    receiver.setRoom,
  );
  shareTurns(dispatcher, notices);
  closers.add(() => dispatcher.shutDown());
  closers.add(() => live.close());
  closers.add(() => local.lookups.stop());
  const sweeper = createSweeper({
    findUndriven: () => ports.runs.listUndriven({ workspaceIds: here }),
    dispatch: dispatcher.dispatch,
    // A server that died is noticed only by its leases, which end after four seconds.
    ...(notices.hasOthers ? { periodMs: 1_000 } : {}),
    onError: reportFailure('Runs without a driver could not be looked up'),
  });
  closers.add(() => sweeper.stop());
  let isDraining = false;
  const drain = async (toolsMustEnd: AbortSignal) => {
    isDraining = true;
    const isHandedOver = dispatcher.shutDown(toolsMustEnd);
    // Browsers connect again, to this server or to another one. Here they see what the tools still do.
    live.close();
    await isHandedOver;
  };
  return {
    live,
    lookups: local.lookups,
    dispatcher,
    sweeper,
    receiver,
    drain,
    isDraining: () => isDraining,
  };
}

/** Creates a repeater that, once started, ends requests whose time is over. */
export function createExpiry(services: Services, closers: Closers) {
  const expiry = createRepeater({
    work: createApprovalExpiry(services, reportExpiryFailure),
    onError: reportExpiryFailure,
    periodMs: 1_000,
  });
  closers.add(() => expiry.stop());
  return expiry;
}

const reportExpiryFailure = reportFailure('Requests whose time is over could not be ended');

/** The pause between two steps of a sweep of conversations. */
const stepPauseMs = 250;

/** Creates a repeater that, once started, removes the conversations whose time is over. */
export function createConversationSweep(services: Services, closers: Closers) {
  const ending = new AbortController();
  const goesOn = () => sleep(stepPauseMs, true, { signal: ending.signal, ref: false }).catch(() => false);
  const sweep = createRepeater({
    work: () => sweepConversations(services, goesOn),
    onError: reportFailure('Conversations whose time is over could not be removed'),
    periodMs: 60_000,
  });
  closers.add(() => {
    ending.abort();
    return sweep.stop();
  });
  return sweep;
}
