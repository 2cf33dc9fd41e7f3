import {
  type Act,
  activeIn,
  flows,
  isActive,
  isAtLeast,
  type Me,
  maySign,
  type Narrowing,
  note,
  type Request,
  reach,
  refuse,
  sees,
  seesRequest,
  startRun,
  type Told,
  table,
} from './told-team';

/** People ask for these about conversations, their runs and requests. */
export const conversationActs = {
  readConversation: (told, me, { on }) => refuse(me, 'read', null, sees(told, me, on)) ?? 200,
  readRun: (told, me, { on }) =>
    refuse(me, 'read', null, sees(told, me, told.runs[on]?.conversation ?? '')) ?? 200,
  readApproval(told, me, { on }) {
    const run = told.runs[on];
    return (
      refuse(me, 'read', null, run?.asks !== null && run !== undefined && seesRequest(told, me, run)) ?? 200
    );
  },

  create(told, me, { key }) {
    const refused = refuse(me, 'start');
    if (refused) return refused;
    told.conversations[`c${key}`] = {
      owner: me.id,
      title: `Title ${key}`,
      isPrivate: false,
      isDeleted: false,
    };
    return 201;
  },
  setPrivacy(told, me, { on, isYes }) {
    const found = told.conversations[on];
    const refused = refuse(me, 'account', found?.owner, sees(told, me, on) || isOthersDeleted(told, me, on));
    if (refused || !found) return refused ?? 404;
    const active = activeIn(told, on);
    // Nobody's run goes on where its person cannot stop it.
    if (isYes && active && (active.owner !== me.id || !table.stop[me.role])) return 409;
    if (found.isPrivate !== isYes)
      note(told, isYes ? 'conversation_made_private' : 'conversation_opened', me.id);
    found.isPrivate = isYes;
    return 200;
  },
  rename(told, me, { on, key }) {
    const found = told.conversations[on];
    const refused = steer(told, me, on);
    if (refused || !found) return refused ?? 404;
    found.title = `Title ${key}`;
    note(told, 'conversation_renamed', me.id);
    return 200;
  },
  delete(told, me, { on }) {
    const found = told.conversations[on];
    const refused = steer(told, me, on);
    if (refused || !found) return refused ?? 404;
    const active = activeIn(told, on);
    if (active && me.role === 'operator' && active.owner !== me.id) return 403;
    if (active) active.status = 'cancelled';
    found.isDeleted = true;
    note(told, 'conversation_deleted', me.id);
    return 204;
  },
  restore(told, me, { on }) {
    const found = told.conversations[on];
    const isThere = found !== undefined && (!found.isPrivate || found.owner === me.id);
    const refused = refuse(me, 'steer', found?.owner, isThere);
    if (refused || !found) return refused ?? 404;
    if (!found.isDeleted) return 404;
    found.isDeleted = false;
    note(told, 'conversation_restored', me.id);
    return 204;
  },

  send(told, me, asked) {
    const refused = refuse(me, 'start', null, sees(told, me, asked.on));
    if (refused) return refused;
    const runs = Object.values(told.runs).filter((run) => run.conversation === asked.on);
    const narrowing: Narrowing = runs.at(-1)?.narrowing ?? {};
    if (narrowing.start && !isAtLeast(me.role, narrowing.start)) return 403;
    if (activeIn(told, asked.on)) return 409;
    startRun(told, me, asked, { conversation: asked.on, narrowing });
    return 202;
  },
  start(told, me, asked) {
    const { flow, key } = asked;
    const refused = refuse(me, 'start');
    if (refused) return refused;
    const narrowing: Narrowing = flows[flow];
    if (narrowing.start && !isAtLeast(me.role, narrowing.start)) return 403;
    told.conversations[`c${key}`] = { owner: me.id, title: null, isPrivate: false, isDeleted: false };
    startRun(told, me, asked, {
      conversation: `c${key}`,
      narrowing,
    });
    return 202;
  },
  stop(told, me, { on }) {
    const run = told.runs[on];
    const refused = refuse(me, 'stop', run?.owner, ...isThere(told, me, on));
    if (refused || !run) return refused ?? 404;
    if (told.conversations[run.conversation]?.isDeleted) return 404;
    if (isActive(run)) run.status = 'cancelled';
    return 200;
  },
  continue(told, me, { on }) {
    const run = told.runs[on];
    const refused = refuse(me, 'steer', run?.owner, ...isThere(told, me, on));
    if (refused || !run) return refused ?? 404;
    if (told.conversations[run.conversation]?.isDeleted) return 404;
    if (run.narrowing.start && !isAtLeast(me.role, run.narrowing.start)) return 403;
    if (run.status !== 'failed') return 409;
    if (activeIn(told, run.conversation)) return 409;
    run.status = 'on_its_way';
    return 200;
  },
  approve: (told, me, asked) => decide(told, me, asked, 'approve'),
  reject: (told, me, asked) => decide(told, me, asked, 'reject'),
  breakGlass: (told, me, asked) => decide(told, me, asked, 'break_glass'),
} satisfies Record<string, Act>;

/** A deleted conversation of the team is still known to be someone's. */
const isOthersDeleted = (told: Told, me: Me, on: string) => {
  const found = told.conversations[on];
  return found?.isDeleted && !found.isPrivate && found.owner !== me.id;
};
const isThere = (told: Told, me: Me, on: string): [boolean] => {
  const found = told.conversations[told.runs[on]?.conversation ?? ''];
  return [found !== undefined && (!found.isPrivate || found.owner === me.id)];
};

function steer(told: Told, me: Me, on: string) {
  const found = told.conversations[on];
  if (found && isOthersDeleted(told, me, on) && reach(me, 'steer') !== 'any') return 403;
  return refuse(me, 'steer', found?.owner, sees(told, me, on));
}

function decide(told: Told, me: Me, { on }: Request, decision: 'approve' | 'reject' | 'break_glass') {
  const run = told.runs[on];
  const [isSeen] = isThere(told, me, on);
  const refused = refuse(me, 'sign', run?.owner, run !== undefined && run.asks !== null && isSeen);
  if (refused === 403 || !run) return refused ?? 404;
  if (run.asks === null || !seesRequest(told, me, run)) return 404;
  if (run.status !== 'awaiting_approval') return 409;
  const { narrowing, isForOthers } = run;
  const needed = narrowing.count ?? 1;
  const mayThis = maySign(me, run);
  const isNarrowed = narrowing.role || narrowing.notRequester || isForOthers || needed > 1;
  if (decision === 'break_glass') {
    if (me.role !== 'admin' || !isNarrowed || (mayThis && needed === 1)) return 403;
    note(told, 'glass_broken', me.id);
  } else if (!mayThis) return 403;
  if (decision === 'reject') {
    run.status = 'rejected';
    return 200;
  }
  if (decision === 'approve') {
    if (run.votes.includes(me.id)) return 409;
    run.votes.push(me.id);
    if (run.votes.length < needed) return 200;
  }
  run.status = 'on_its_way';
  run.next = 'completed';
  return 200;
}
