import { createSecret } from '../../auth/secret-text';
import { createId } from '../../shared/ids';
import type { ActName, Asked } from './told-acts';

/** Each act’s method, address below `/api/` and fields. */
const requests: Record<ActName, string> = {
  setUp: 'POST door/setup secret name email password',
  signIn: 'POST door/sign-in email password',
  join: 'POST door/invitation/accept code name password',
  reset: 'POST door/reset/accept code password',
  me: 'GET me',
  readSigning: 'GET settings/signing',
  readAudit: 'GET audit',
  readConversation: 'GET conversations/:id',
  readRun: 'GET runs/:id',
  readApproval: 'GET approvals/:id',
  invite: 'POST people/invitations email role',
  withdraw: 'DELETE people/invitations/:id',
  makeReset: 'POST people/:id/reset',
  changeRole: 'PATCH people/:id role',
  remove: 'DELETE people/:id',
  signOutPerson: 'POST people/:id/sign-out',
  changeSigning: 'PUT settings/signing highRisk',
  listSessions: 'GET sessions',
  renameSelf: 'PATCH account name',
  changePassword: 'PUT account/password current password',
  endSession: 'DELETE sessions/:id',
  endOthers: 'POST sessions/sign-out-others',
  makeToken: 'POST tokens name scope expiresAt',
  revoke: 'DELETE tokens/:id',
  create: 'POST conversations title',
  setPrivacy: 'PUT conversations/:id/privacy isPrivate',
  rename: 'PATCH conversations/:id title',
  delete: 'DELETE conversations/:id',
  restore: 'POST conversations/:id/restore',
  send: 'POST conversations/:id/messages text',
  start: 'POST workflows/:flow/runs parameters',
  stop: 'POST runs/:id/stop',
  continue: 'POST runs/:id/continue',
  approve: 'POST approvals/:id/decision decision',
  reject: 'POST approvals/:id/decision decision',
  breakGlass: 'POST approvals/:id/decision decision reason',
};

/** Says what an act is about, by the first letter: conversation, run, approval, person, link, session, token. */
export function kindOf(act: ActName): string {
  const [, address = ''] = requests[act].split(' ');
  if (/code/.test(requests[act]) || act === 'withdraw') return 'l';
  return address.includes(':id') ? address.charAt(0) : '';
}

const missing = { c: 'cnv', r: 'run', a: 'apr', p: 'usr', l: 'otc', s: 'ses', t: 'tok' } as const;

/** Builds the request. Without an id, it names what never existed. */
export function toRequest(asked: Asked, made: { id?: string | undefined; code?: string | undefined }) {
  const { act, isYes, key, work, flow } = asked;
  const [method = '', address = '', ...fields] = requests[act].split(' ');
  const kind = kindOf(act);
  const id = made.id ?? (kind in missing ? createId(missing[kind as keyof typeof missing]) : '');
  const isNewPassword = ['join', 'reset', 'changePassword'].includes(act);
  const values: Record<string, unknown> = {
    secret: made.code ?? createSecret(),
    code: made.code ?? createSecret(),
    email: asked.email,
    name: act === 'makeToken' ? key : asked.name,
    password: isNewPassword ? asked.newPassword : asked.password,
    current: asked.password,
    role: asked.role,
    highRisk: isYes ? 'other_approver' : 'approver',
    scope: isYes ? 'start' : 'read',
    expiresAt: new Date(Date.now() + 1e8).toISOString(),
    title: `Title ${key}`,
    isPrivate: isYes,
    text: `please ${work}`,
    parameters: { work },
    decision: act === 'breakGlass' ? 'break_glass' : act,
    reason: 'It burns',
  };
  const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]])));
  return { method, address: address.replace(':id', id).replace(':flow', flow), body };
}
