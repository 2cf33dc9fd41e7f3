import { localActor, systemActor } from '../../domain/actor';
import { createId } from '../../shared/ids';
import type { createStores } from '../stores/create-stores';
import {
  check,
  type Filled,
  later,
  longAgo,
  newcomer,
  newRun,
  now,
  opened,
  passkey,
  server,
  token,
} from './fill-stores';
import { modelToSave } from './model-to-save';
import type { Stores } from './open-stores';
import { toApproved } from './write-runs';

type All = ReturnType<typeof createStores>;
/** Names each function of each store. */
type NameOf = { [Store in keyof All]: `${Store}.${Extract<keyof All[Store], string>}` }[keyof All];

/** Calls one function. A call that takes `text` is made with one text for all, and with another one for each. */
export type CallOfStore = (stores: Stores, filled: Filled, text: string) => Promise<unknown>;

const all = { search: null, cursor: null, limit: 50 };
const key = (idempotencyKey: string) => ({ idempotencyKey, requestHash: 'a' });
const toCreate = (idempotencyKey: string) => ({
  run: newRun({ id: createId('run'), conversationId: createId('cnv') }),
  conversationTitle: 'A title',
  isNewConversation: true,
  message: 'Please',
  openingMessages: [{ role: 'user' as const, content: 'Please' }],
  systemPrompt: { id: 'default', version: 1 },
  workflow: { id: 'w', revision: 'r', source: 's' },
  key: key(idempotencyKey),
});

/** A new function of a store without a call does not compile. Texts hold nothing that sorts, such as a number. */
export const callsOfStores: Record<NameOf, CallOfStore> = {
  'accounts.hasOwner': ({ accounts }) => accounts.hasOwner(),
  'accounts.addOwner': ({ accounts }, _, text) =>
    accounts.addOwner({ name: text, email: `${text}@example.com`, passwordHash: 'hash', providerId: null }),
  'accounts.join': ({ accounts }, _, text) => accounts.join('open', newcomer(text), now),
  'accounts.joinByEmail': ({ accounts }, _, text) =>
    accounts.joinByEmail('CLEO@example.com', newcomer(text), now),
  'accounts.list': ({ accounts }) => accounts.list(),
  'accounts.find': ({ accounts }, { ben }) => accounts.find(ben.actorId),
  'accounts.findByEmail': ({ accounts }) => accounts.findByEmail('BEN@example.com'),
  'accounts.findCredentials': ({ accounts }) => accounts.findCredentials('ben@example.com'),
  'accounts.findByProvider': ({ accounts }) => accounts.findByProvider('https://id ada'),
  'accounts.rename': ({ accounts }, { ben }, text) => accounts.rename(ben.actorId, text, localActor),
  'accounts.changeRole': ({ accounts }, { ben }) => accounts.changeRole(ben.actorId, 'viewer', localActor),
  'accounts.signOut': ({ accounts }, { ben }) => accounts.signOut(ben.actorId, localActor),
  'accounts.remove': ({ accounts }, { ben }) => accounts.remove(ben.actorId, localActor),
  'accounts.setPassword': ({ accounts }, { ben }, text) =>
    accounts.setPassword(ben.actorId, text, localActor, { checkedHash: 'hash', keep: null }),
  'accounts.resetPassword': ({ accounts }, _, text) => accounts.resetPassword('reset', text, now),
  'accounts.linkProvider': ({ accounts }, { ben }, text) =>
    accounts.linkProvider(
      ben.actorId,
      { providerId: `https://id ${text}`, checkedId: null },
      'Keycloak',
      localActor,
    ),
  'accounts.addCode': ({ accounts }, _, text) => {
    const data = { email: 'dora@example.com', role: 'viewer' };
    return accounts.addCode({ codeHash: text, kind: 'invitation', data, expiresAt: later }, localActor);
  },
  'accounts.findCode': ({ accounts }) => accounts.findCode('open', 'invitation'),
  'accounts.takeCode': ({ accounts }) => accounts.takeCode('open', 'invitation', now),
  'accounts.listInvitations': ({ accounts }) => accounts.listInvitations(),
  'accounts.withdrawInvitation': ({ accounts }, { invitationId }) =>
    accounts.withdrawInvitation(invitationId, localActor),
  'accounts.passkeys': ({ accounts }) => accounts.passkeys(localActor.id),
  'accounts.findPasskey': ({ accounts }) => accounts.findPasskey('key'),
  'accounts.addPasskey': ({ accounts }, _, text) => accounts.addPasskey(passkey(text), 4, localActor),
  'accounts.notePasskeyUse': ({ accounts }) => accounts.notePasskeyUse('key', 2, now),
  'accounts.removePasskey': ({ accounts }) => accounts.removePasskey(localActor.id, 'key', localActor),
  'accounts.countTry': ({ accounts }, _, text) => accounts.countTry(text, now),
  'accounts.forgetFailures': ({ accounts }) => accounts.forgetFailures('tried'),
  'actors.find': ({ actors }) => actors.find(localActor.id),
  'actors.list': ({ actors }) => actors.list(),
  'actors.names': async ({ actors }, { ben }) => (await actors.names())(ben.actorId),
  'actors.seed': ({ actors }, { ben }, text) =>
    actors.seed({ ...ben, id: ben.actorId, role: 'x' }, { name: text }),
  'actors.findOwner': ({ actors }, { pending }) => actors.findOwner(pending.approvalId),
  'runs.create': ({ runs }, _, text) => runs.create(toCreate(text)),
  'runs.findStarted': ({ runs }) => runs.findStarted(key('known')),
  'runs.find': ({ runs }, { running }) => runs.find(running.id),
  'runs.isSeen': ({ runs }, { running }) => runs.isSeen(running.id),
  'runs.findLatest': ({ runs }, { running }) => runs.findLatest(running.conversationId, 'agent'),
  'runs.listOfConversation': ({ runs }, { running }) => runs.listOfConversation(running.conversationId),
  'runs.listSizes': ({ runs }, { running }) =>
    runs.listSizes(running.conversationId, { cursor: null, limit: 9 }),
  'runs.listEvents': ({ runs }, { running }) => runs.listEvents(running.id),
  'runs.loadLedger': ({ runs }, { running }) => runs.loadLedger(running),
  'runs.loadOpeningMessages': ({ runs }, { running }) => runs.loadOpeningMessages(running.id),
  'runs.loadSystemPromptId': ({ runs }, { running }) => runs.loadSystemPromptId(running.id),
  'runs.listUndriven': ({ runs }) => runs.listUndriven(),
  'runs.claim': ({ runs }, { queued }, text) => runs.claim(queued.id, text, 60_000),
  'runs.renewLease': ({ runs }, { running }) => runs.renewLease(running.id, 'owner', 60_000),
  'runs.releaseLease': ({ runs }, { running }) => runs.releaseLease(running.id, 'owner'),
  'runs.commit': ({ runs }, { pending }) =>
    runs.commit(pending.run, [toApproved(pending)], { actor: localActor, owner: null }),
  'runs.driveWith': async ({ runs }) => runs.driveWith({ dispatch: () => {}, reserve: () => null }),
  'conversations.create': ({ conversations }, _, text) => conversations.create(text, 'main', localActor),
  'conversations.openBlank': ({ conversations }) => conversations.openBlank('main', localActor),
  'conversations.find': ({ conversations }, { idle }) => conversations.find(idle.id),
  'conversations.list': ({ conversations }) => conversations.list({ ...all, search: 'answered' }),
  'conversations.rename': ({ conversations }, { idle }, text) =>
    conversations.rename(idle.id, text, localActor),
  'conversations.setPrivacy': ({ conversations }, { idle }) =>
    conversations.setPrivacy(idle.id, true, localActor),
  'conversations.remove': ({ conversations }, { answered }) =>
    conversations.remove(answered.conversationId, localActor),
  'conversations.restore': ({ conversations }, { removed }) => conversations.restore(removed.id, localActor),
  'conversations.purge': async ({ conversations }) => (await conversations.purge(later)) >= 0,
  'apiTokens.add': ({ apiTokens }, _, text) => apiTokens.add(token(text), 4, localActor),
  'apiTokens.find': ({ apiTokens }) => apiTokens.find('token'),
  'apiTokens.list': ({ apiTokens }) => apiTokens.list(localActor.id),
  'apiTokens.touch': ({ apiTokens }, { apiToken }) => apiTokens.touch(apiToken.id, later),
  'apiTokens.remove': ({ apiTokens }, { apiToken }) =>
    apiTokens.remove(localActor.id, apiToken.id, localActor),
  'approvals.find': ({ approvals }, { pending }) => approvals.find(pending.approvalId),
  'approvals.findBrief': ({ approvals }, { pending }) => approvals.findBrief(pending.approvalId),
  'approvals.list': ({ approvals }) => approvals.list({ ...all, filter: 'pending' }),
  'approvals.countPending': ({ approvals }) => approvals.countPending(),
  'approvals.countOthers': ({ approvals }) => approvals.countOthers(),
  'approvals.listOverdue': ({ approvals }) => approvals.listOverdue(now),
  'unknownOutcomes.list': ({ unknownOutcomes }) => unknownOutcomes.list(9),
  'unknownOutcomes.count': ({ unknownOutcomes }) => unknownOutcomes.count(),
  'audit.list': ({ audit }) => audit.list({ by: null, kind: 'owner_created', cursor: null, limit: 50 }),
  'audit.append': ({ audit }, _, text) =>
    audit.append(
      { kind: 'samples_reset_undone', objectId: null, subject: text, before: null, after: null },
      systemActor,
    ),
  'usage.sumBetween': ({ usage }) => usage.sumBetween(longAgo, later),
  'usage.countDamaged': ({ usage }) => usage.countDamaged(),
  'calls.find': ({ calls }, { pending }) => calls.find(pending.run.id, pending.call.id),
  'prompts.list': ({ prompts }) => prompts.list(),
  'prompts.find': ({ prompts }) => prompts.find('default'),
  'prompts.addVersion': ({ prompts }, _, text) => prompts.addVersion('default', text, localActor),
  'prompts.seed': ({ prompts }, _, text) => prompts.seed('fresh', 'Fresh', text),
  'rules.list': ({ rules }) => rules.list(),
  'rules.signing': ({ rules }) => rules.signing(),
  'rules.changeSigning': ({ rules }) => rules.changeSigning({ highRisk: 'other_approver' }, localActor),
  'settings.readModels': ({ settings }) => settings.readModels(),
  'settings.saveModel': ({ settings }, _, text) =>
    settings.saveModel(modelToSave({ id: `mdl_${text}` }), localActor),
  'settings.removeModel': ({ settings }) => settings.removeModel('mdl_test', localActor),
  'settings.chooseModel': ({ settings }) => settings.chooseModel('mdl_test', localActor),
  'settings.hideOlderValues': ({ settings }) => settings.hideOlderValues(),
  'modelChecks.list': ({ modelChecks }) => modelChecks.list(),
  'modelChecks.keep': ({ modelChecks }, _, text) => modelChecks.keep(check(text), localActor),
  'modelChecks.findSchemaUse': ({ modelChecks }) => modelChecks.findSchemaUse(check('small')),
  'modelChecks.noteSchemaRefused': ({ modelChecks }) => modelChecks.noteSchemaRefused(check('small')),
  'modelChecks.hideOlderValues': ({ modelChecks }) => modelChecks.hideOlderValues(),
  'history.lastStarts': ({ history }) => history.lastStarts(),
  'servers.beat': ({ servers }, _, text) => servers.beat(server(text)),
  'servers.remove': ({ servers }) => servers.remove('alive'),
  'servers.removeSilent': ({ servers }) => servers.removeSilent({ thanMs: -60_000, endingThanMs: -60_000 }),
  'servers.list': ({ servers }) => servers.list(),
  'servers.countLeases': ({ servers }) => servers.countLeases(),
  'servers.findQueue': ({ servers }) => servers.findQueue(),
  'servers.now': ({ servers }) => servers.now(),
  'workspaceMarkers.agree': ({ workspaceMarkers }) => workspaceMarkers.agree('main', 'one'),
  'workspaceMarkers.replace': ({ workspaceMarkers }) => workspaceMarkers.replace('main', 'other'),
  'sessions.addLink': ({ sessions }, { ben }, text) =>
    sessions.addLink({ codeHash: text, actorId: ben.actorId, expiresAt: later }),
  'sessions.redeem': ({ sessions }, _, text) => sessions.redeem('link', opened(text), now),
  'sessions.open': ({ sessions }, { ben }, text) => sessions.open(ben.actorId, opened(text), now),
  'sessions.find': ({ sessions }) => sessions.find('ada'),
  'sessions.list': ({ sessions }) => sessions.list(localActor.id),
  'sessions.touch': ({ sessions }, { session }) => sessions.touch(session.id, later),
  'sessions.remove': ({ sessions }) => sessions.remove(localActor.id, { allBut: null }, localActor),
  'sessions.ownerTokenNumber': ({ sessions }) => sessions.ownerTokenNumber(),
  'sessions.forgetOver': ({ sessions }) => sessions.forgetOver(later),
  'retention.read': ({ retention }) => retention.read(),
  'retention.change': ({ retention }) => retention.change({ keepDays: 30 }, localActor),
  'retention.countPast': ({ retention }) => retention.countPast(later),
  'retention.beginRemoval': ({ retention }) => retention.beginRemoval(later, 1, systemActor),
};
