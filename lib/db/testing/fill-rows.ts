import Sqlite from 'better-sqlite3';
import { createId } from '../../shared/ids';

const toText = (time: number) => new Date(time).toISOString().replace('Z', '+00:00');
const quarterMs = 900_000;

/** Writes usage of 90 days into the database in `file`: a row for each quarter of an hour in each workflow. */
export function fillUsage(file: string, workflows: number): void {
  const sqlite = new Sqlite(file);
  const insert = sqlite.prepare(
    `INSERT INTO Usage (runId, quarter, model, workflowId, calls, unreported, input, cached, output, reasoning, amountUsd, unpriced)
     VALUES (?, ?, 'small', ?, 5, 0, 1000, 500, 100, 0, 0.01, 0)`,
  );
  const last = Math.floor(Date.now() / quarterMs);
  sqlite.transaction(() => {
    for (let ago = 0; ago < 90 * 96; ago += 1)
      for (let index = 0; index < workflows; index += 1)
        insert.run(createId('run'), toText((last - ago) * quarterMs), `workflow-${index}`);
  })();
  sqlite.close();
}

/** Writes conversations with so much text to search. The oldest one alone has the words "the oldest one". */
export function fillSearchTexts(file: string, conversations: number, textBytes: number): void {
  const sqlite = new Sqlite(file);
  const insert = sqlite.prepare(
    `INSERT INTO Conversation (id, title, activeRunId, createdById, createdAt, updatedAt, deletedAt)
     VALUES (?, 'A title', NULL, 'usr_local', ?, ?, NULL)`,
  );
  const insertText = sqlite.prepare('INSERT INTO SearchText (id, conversationId, text) VALUES (?, ?, ?)');
  const part = 'some words of an answer. '.repeat(Math.ceil(textBytes / 25)).slice(0, textBytes / 4);
  sqlite.transaction(() => {
    for (let index = 0; index < conversations; index += 1) {
      const id = createId('cnv');
      const at = toText(Date.UTC(2026, 0, 1) + index * 60_000);
      insert.run(id, at, at);
      insertText.run(id, id, index === 0 ? 'the oldest one' : 'a title');
      for (let parts = 0; parts < 4; parts += 1) insertText.run(createId('run'), id, part);
    }
  })();
  sqlite.close();
}
