/**
 * An action takes one kind of access. From the mildest on, a person may look, start and steer work, sign for
 * a call's effects, or change how the server works. A role is a set of these kinds.
 */
export type Access = 'read' | 'operate' | 'sign' | 'administer';

/** Lists every action that a request can ask for, and the access it takes. */
export const accessByAction = {
  'approvals.read': 'read',
  'approvals.decide': 'sign',
  'audit.read': 'administer',
  'conversations.read': 'read',
  'conversations.create': 'operate',
  'conversations.rename': 'operate',
  'conversations.delete': 'operate',
  'conversations.restore': 'operate',
  'files.read': 'read',
  'model.read': 'read',
  'model.probe': 'administer',
  'model.change': 'administer',
  'prompts.read': 'read',
  'prompts.change': 'administer',
  'runs.read': 'read',
  'runs.start': 'operate',
  'runs.stop': 'operate',
  'runs.continue': 'operate',
  'runs.settle': 'sign',
  'samples.read': 'read',
  'samples.reset': 'sign',
  'server.read': 'read',
  'usage.read': 'read',
  'workflows.read': 'read',
} as const satisfies Record<string, Access>;

export type Action = keyof typeof accessByAction;
