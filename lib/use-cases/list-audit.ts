import { type AuditEntryView, type AuditList, auditKind } from '../contracts/audit';
import type { Actor, NameOf } from '../domain/actor';
import type { AuditEntry } from '../domain/audit-entry';
import { AppError } from '../shared/app-error';
import type { ActorId } from '../shared/ids';
import { displayTitle } from './conversation-title';
import type { Services } from './services';
import { toDamage } from './views/damaged-run';

const pageSize = 50;
const { compare } = new Intl.Collator('en', { numeric: true });

/** Lists who changed what outside of runs, the latest first. Throws `not_found` for an unknown kind. */
export async function listAudit(
  { audit, actors }: Pick<Services, 'audit' | 'actors'>,
  _actor: Actor,
  query: { by: string | null; kind: string | null; cursor: string | null },
): Promise<AuditList> {
  const kind = query.kind ? auditKind.safeParse(query.kind) : null;
  if (kind && !kind.success) throw new AppError('not_found', 'There is no such kind of change.');
  const [page, people, nameOf] = await Promise.all([
    audit.list({
      by: (query.by || null) as ActorId | null,
      kind: kind?.data ?? null,
      cursor: query.cursor,
      limit: pageSize,
    }),
    actors.list(),
    actors.names(),
  ]);
  return {
    entries: page.items.map((entry) => toView(entry, nameOf)),
    damaged: page.damaged.map(toDamage),
    people: people.map(({ id, name }) => ({ id, name })).sort((one, other) => compare(one.name, other.name)),
    nextCursor: page.nextCursor,
  };
}

const aboutConversations: readonly AuditEntry['kind'][] = [
  'conversation_renamed',
  'conversation_deleted',
  'conversation_restored',
  'conversation_made_private',
  'conversation_opened',
];

function toView({ id, at, by, kind, subject, before, after }: AuditEntry, nameOf: NameOf): AuditEntryView {
  const toTitle = (text: string) => (aboutConversations.includes(kind) ? displayTitle(text) : text);
  return {
    id,
    at: at.toISOString(),
    by: { id: by, name: nameOf(by) },
    kind,
    subject: subject === null ? 'A private conversation' : toTitle(subject),
    before: before === null ? null : toTitle(before),
    after: after === null ? null : toTitle(after),
  };
}
