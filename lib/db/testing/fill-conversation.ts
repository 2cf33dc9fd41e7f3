import path from 'node:path';
import { localActor } from '../../domain/actor';
import type { ConversationId } from '../../shared/ids';
import { createRunStore } from '../ledger/run-store';
import { openDatabase } from '../open-database';
import { createConversationStore } from '../stores/conversation-store';
import { writeRuns } from './write-runs';

/**
 * Writes a conversation of finished runs into the database in `file`. Without steps, each run answers with the
 * text; otherwise each step has it as its result.
 */
export async function fillConversation(
  file: string,
  { runs, steps = 0, text }: { runs: number; steps?: number; text: string },
): Promise<ConversationId> {
  const database = await openDatabase({ url: `file:${file}`, prismaDir: path.resolve('prisma') });
  const write = writeRuns(createRunStore(database));
  const { id } = await createConversationStore(database).create('Long', 'main', localActor);
  for (let index = 0; index < runs; index += 1) {
    const change = { conversationId: id, createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000) };
    if (steps > 0) await write.worked(steps, { result: text }, change);
    else await write.answered('A title', { text: 'Please' }, text, change);
  }
  await database.close();
  return id;
}
