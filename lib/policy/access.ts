/**
 * An action takes one kind of access. From the mildest on, a person may look, start work, stop it, steer it
 * (continue a run; rename, delete and restore a conversation), look after their own account (browsers, links,
 * tokens, the privacy of their conversations), sign for a call's effects, watch the figures of the whole server, or
 * change how the server works. Only a stranger enters. A role is a set of these kinds.
 */
export const accessKinds = [
  'enter',
  'read',
  'start',
  'stop',
  'steer',
  'account',
  'sign',
  'watch',
  'administer',
] as const;
export type Access = (typeof accessKinds)[number];

/** Lists every action that a request can ask for, and the access it takes. */
export const accessByAction = {
  'account.read': 'account',
  'account.change': 'account',
  'approvals.read': 'read',
  'approvals.decide': 'sign',
  'audit.read': 'administer',
  'conversations.read': 'read',
  'conversations.create': 'start',
  'conversations.rename': 'steer',
  'conversations.delete': 'steer',
  'conversations.restore': 'steer',
  'conversations.setPrivacy': 'account',
  'door.read': 'enter',
  'door.enter': 'enter',
  'files.read': 'read',
  'links.create': 'account',
  'me.read': 'read',
  'metrics.read': 'watch',
  'model.read': 'read',
  'model.probe': 'administer',
  'model.change': 'administer',
  'people.read': 'administer',
  'people.change': 'administer',
  'prompts.read': 'read',
  'prompts.change': 'administer',
  'retention.read': 'administer',
  'retention.change': 'administer',
  'runs.read': 'read',
  'runs.start': 'start',
  'runs.stop': 'stop',
  'runs.continue': 'steer',
  'runs.settle': 'sign',
  'samples.read': 'read',
  'samples.reset': 'administer',
  'server.read': 'read',
  'servers.read': 'administer',
  'workspaces.read': 'administer',
  'sessions.read': 'account',
  'sessions.end': 'account',
  'signing.read': 'read',
  'signing.change': 'administer',
  'tokens.read': 'account',
  'tokens.create': 'account',
  'tokens.revoke': 'account',
  'usage.read': 'read',
  'workflows.read': 'read',
} as const satisfies Record<string, Access>;

export type Action = keyof typeof accessByAction;
