import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Actor,
  caretakerActor,
  localActor,
  scriptActor,
  strangerActor,
  systemActor,
} from '../domain/actor';
import type { TokenScope } from '../domain/token-scope';
import { risks } from '../domain/verdict';
import { type Action, accessByAction } from './access';
import { createAuthorize, describeDenial, mayBreakGlass, whyNotSign, whyNotStop } from './authorize';
import { builtInRoles, type Role, type Roles } from './roles';

const authorize = createAuthorize();
const actions = Object.keys(accessByAction) as Action[];
const insideActions = actions.filter((action) => accessByAction[action] !== 'enter');
const ownedBy = (ownerId: Actor['id'] | null) => ({
  id: 'run_1',
  find: async () => ownerId && { ownerId },
});
const unread = { id: 'run_1', find: () => Promise.reject(new Error('Nobody needs the owner')) };
const names = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
);

describe('authorize', () => {
  it.each(insideActions)(
    '%s: the first owner may, the system may not, no matter who owns the thing',
    async (action) => {
      const isOwnOnly = (builtInRoles.admin as Role)[accessByAction[action]] === 'own';
      for (const object of [null, isOwnOnly ? ownedBy(localActor.id) : unread]) {
        expect(await authorize(localActor, action, object)).toBe(true);
        expect(await authorize(systemActor, action, object)).toBe(false);
      }
    },
  );

  it('lets a stranger do nothing but enter, and nobody else enter', async () => {
    for (const action of actions) {
      const isDoor = !insideActions.includes(action);
      expect(await authorize(strangerActor, action, ownedBy(strangerActor.id))).toBe(isDoor);
      if (isDoor)
        for (const role of [...roleNames, 'caretaker'])
          expect(await authorize(personWith(role), action, null)).toBe(false);
    }
  });

  it('lets the owner’s token of a team read and administer, and sign, start and stop nothing', async () => {
    for (const action of actions) {
      const may = ['read', 'watch', 'administer'].includes(accessByAction[action]);
      expect(await authorize(caretakerActor, action, ownedBy(localActor.id))).toBe(may);
    }
    for (const risk of risks)
      expect(whyNotSign(caretakerActor, { ownerId: localActor.id, risk })).not.toBeNull();
  });

  it('denies every action to an actor whose role it does not know, whatever the name', async () => {
    await fc.assert(
      fc.asyncProperty(names, names, fc.constantFrom(...actions), async (role, name, action) => {
        const stranger: Actor = { id: localActor.id, name, role };
        fc.pre(!Object.hasOwn(builtInRoles, role));
        expect(await authorize(stranger, action, null)).toBe(false);
        expect(whyNotSign(stranger, { ownerId: stranger.id, risk: 'low' })).not.toBeNull();
      }),
    );
  });

  it('denies the first owner every action that it does not know', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (text) => {
        fc.pre(!actions.some((action) => action === text));
        expect(await authorize(localActor, text as Action, null)).toBe(false);
      }),
    );
  });
});

type Cell = 'own' | 'any' | 'none';
const people = { viewer: 0, operator: 1, approver: 2, admin: 3 };
const roleNames = Object.keys(people) as (keyof typeof people)[];
const personWith = (role: string): Actor => ({ id: `usr_${role}`, name: role, role });

/** Repeats the table of roles in words of its own, a row for each thing that people do. */
const rows: [what: string, actions: Action[], cells: [Cell, Cell, Cell, Cell]][] = [
  ['read', ['conversations.read', 'runs.read', 'approvals.read', 'files.read'], ['any', 'any', 'any', 'any']],
  ['start runs and write messages', ['runs.start', 'conversations.create'], ['none', 'any', 'any', 'any']],
  ['stop', ['runs.stop'], ['none', 'own', 'any', 'any']],
  [
    'continue, rename, delete and restore',
    ['runs.continue', 'conversations.rename', 'conversations.delete', 'conversations.restore'],
    ['none', 'own', 'own', 'any'],
  ],
  [
    'look after their own account, browsers, links and tokens, and the privacy of their own conversations',
    [
      'account.change',
      'conversations.setPrivacy',
      'sessions.read',
      'sessions.end',
      'links.create',
      'tokens.read',
      'tokens.create',
      'tokens.revoke',
    ],
    ['own', 'own', 'own', 'own'],
  ],
  ['sign', ['approvals.decide', 'runs.settle'], ['none', 'own', 'any', 'any']],
  [
    'change people, models, prompts, signing and sample files, read the audit log, and see the servers and their figures',
    [
      'people.change',
      'model.change',
      'model.probe',
      'prompts.change',
      'signing.change',
      'retention.read',
      'retention.change',
      'samples.reset',
      'audit.read',
      'servers.read',
      'metrics.read',
    ],
    ['none', 'none', 'none', 'any'],
  ],
];

describe.each(roleNames)('a %s', (role) => {
  const person = personWith(role);
  it.each(rows)('may %s as the table says', async (_what, listed, cells) => {
    const cell = cells[people[role]];
    for (const action of listed) {
      expect([action, await authorize(person, action, ownedBy(person.id))]).toEqual([
        action,
        cell !== 'none',
      ]);
      expect([action, await authorize(person, action, ownedBy(localActor.id))]).toEqual([
        action,
        cell === 'any',
      ]);
      expect([action, await authorize(person, action, null)]).toEqual([action, cell !== 'none']);
    }
  });
});

it('every action that changes something is in the table above', () => {
  const listed = rows.flatMap(([, of]) => of);
  const changing = insideActions.filter((action) => !action.endsWith('.read'));
  expect(changing.filter((action) => !listed.includes(action))).toEqual([]);
});

describe('a signature', () => {
  const signed = (role: string, ownerId: Actor['id']) =>
    risks.filter((risk) => whyNotSign(personWith(role), { ownerId, risk }) === null);

  it.each([
    ['viewer', [], []],
    ['operator', ['low', 'medium'], []],
    ['approver', ['low', 'medium', 'high'], ['low', 'medium', 'high']],
    ['admin', ['low', 'medium', 'high'], ['low', 'medium', 'high']],
    ['system', [], []],
  ])('of a %s counts in own runs for %j, and in those of others for %j', (role, own, others) => {
    expect(signed(role, `usr_${role}`)).toEqual(own);
    expect(signed(role, 'usr_other')).toEqual(others);
  });

  it.each([
    ['operator', 'operator', true],
    ['operator', 'approver', false],
    ['approver', 'approver', true],
    ['admin', 'approver', true],
    ['approver', 'admin', false],
    ['unknown', 'operator', false],
  ] as const)('of a %s, where a workflow asks for the role %s, counts: %s', (role, needed, counts) => {
    const signers = { role: needed, notRequester: false, byRules: 1 };
    const reason = whyNotSign(personWith(role), { ownerId: `usr_${role}`, risk: 'low', signers });
    expect(reason === null).toBe(counts);
  });

  it('of the person who started the run does not count where a workflow asks for someone else’s', () => {
    const signers = { role: null, notRequester: true, byRules: 1 };
    const say = (ownerId: Actor['id']) => whyNotSign(personWith('admin'), { ownerId, risk: 'low', signers });
    expect(say('usr_admin')).toContain('someone else');
    expect(say('usr_other')).toBeNull();
  });

  it('of the owner’s script does not count as someone else’s either', () => {
    const signers = { role: null, notRequester: true, byRules: 1 };
    const thing = { ownerId: localActor.id, risk: 'low', signers } as const;
    expect(whyNotSign(scriptActor, thing)).toContain('someone else');
    expect(whyNotSign(localActor, { ...thing, ownerId: scriptActor.id })).toContain('someone else');
  });

  it('that does not count is refused with the reason', () => {
    const say = (role: string, ownerId: Actor['id']) =>
      whyNotSign(personWith(role), { ownerId, risk: 'high' });
    expect(say('viewer', 'usr_viewer')).toBe('Your role signs nothing. Ask an approver.');
    expect(say('operator', 'usr_other')).toContain('only in runs that you started');
    expect(say('operator', 'usr_operator')).toContain(
      'The risk is high, and your role signs only up to medium',
    );
  });
});

describe('a role that reaches only its own things', () => {
  const roles: Roles = { helper: { read: 'any', start: 'own', stop: 'own' } };
  const helper: Actor = { id: 'usr_helper', name: 'Helper', role: 'helper' };
  const ask = createAuthorize(roles);

  it('may change what the person started and what nobody owns, and nothing that another person started', async () => {
    expect(await ask(helper, 'runs.stop', ownedBy(helper.id))).toBe(true);
    expect(await ask(helper, 'runs.stop', ownedBy(localActor.id))).toBe(false);
    expect(await ask(helper, 'runs.start', ownedBy(null))).toBe(true);
    expect(await ask(helper, 'conversations.create', null)).toBe(true);
    expect(await ask(helper, 'runs.read', unread)).toBe(true);
    expect(await ask(helper, 'model.change', null)).toBe(false);
  });

  it('is refused when the owner cannot be read', async () => {
    await expect(ask(helper, 'runs.stop', unread)).rejects.toThrow('Nobody needs the owner');
  });
});

describe('an API token', () => {
  const scopes = ['read', 'start', 'all', '__proto__', ''] as TokenScope[];
  const withScope = fc.record({
    role: fc.constantFrom(...roleNames, 'system', 'unknown'),
    scope: fc.constantFrom(...scopes),
    risk: fc.constantFrom(...risks),
    isOwn: fc.boolean(),
  });
  const tokenOf = (role: string, scope: TokenScope): Actor => ({ ...personWith(role), scope });

  it('may only read, or read and start, and never more than its person', async () => {
    await fc.assert(
      fc.asyncProperty(withScope, fc.constantFrom(...actions), async ({ role, scope, isOwn }, action) => {
        const object = ownedBy(isOwn ? `usr_${role}` : 'usr_other');
        const reads = ['read', 'watch'];
        const inScope = (scope === 'start' ? [...reads, 'start'] : scope === 'read' ? reads : []).includes(
          accessByAction[action],
        );
        const expected = inScope && (await authorize(personWith(role), action, object));
        expect(await authorize(tokenOf(role, scope), action, object)).toBe(expected);
      }),
    );
  });

  it('is told the true cause of a denial: its scope only where its person may', async () => {
    const why = (role: string, scope: TokenScope, action: Action) =>
      describeDenial(authorize, tokenOf(role, scope), action, null);
    const ofPerson = 'This API token may not do this: the person whom it acts for doesn’t have permission.';
    expect(await why('viewer', 'start', 'runs.start')).toBe(ofPerson);
    expect(await why('viewer', 'read', 'runs.start')).toBe(ofPerson);
    expect(await why('operator', 'read', 'runs.start')).toBe(
      'This API token may not do this: its scope is “read”.',
    );
    expect(await why('admin', 'start', 'model.change')).toBe(
      'This API token may not do this: its scope is “start”.',
    );
    expect(await describeDenial(authorize, personWith('viewer'), 'runs.start', null)).toBe(
      'You don’t have permission to do this.',
    );
  });

  it('signs nothing, breaks no glass and stops nothing, no matter who it belongs to', () => {
    fc.assert(
      fc.property(withScope, ({ role, scope, risk, isOwn }) => {
        const token = tokenOf(role, scope);
        const ownerId: Actor['id'] = isOwn ? token.id : 'usr_other';
        const signers = { role: 'admin' as const, notRequester: true, byRules: 1 };
        expect(whyNotSign(token, { ownerId, risk })).toMatch(/^An API token signs nothing/);
        expect(mayBreakGlass(token, { ownerId, risk, signers, signatures: 3 })).toBe(false);
        expect(whyNotStop(token, ownerId)).not.toBeNull();
      }),
    );
  });
});
