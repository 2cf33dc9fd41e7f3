import { expect, it } from 'vitest';
import type { StreamMessage } from './stream-message';
import { createViewerInbox } from './viewer-inbox';

const message = (id: number): StreamMessage => ({ id, message: { type: 'text_reset' } });
const open = () => new AbortController().signal;

async function takeAll(inbox: ReturnType<typeof createViewerInbox>) {
  const taken: (number | null)[] = [];
  for await (const { id } of inbox.take(open())) taken.push(id);
  return taken;
}

it('hands out what waits before it ends', async () => {
  const inbox = createViewerInbox();
  for (const id of [1, 2, 3]) inbox.put(message(id));
  inbox.end();
  expect(await takeAll(inbox)).toEqual([1, 2, 3]);
});

it('a viewer too far behind is dropped with all that waits for it', async () => {
  const inbox = createViewerInbox();
  for (let id = 1; id <= 1_001; id += 1) inbox.put(message(id));
  inbox.put(message(1_002));
  expect(await takeAll(inbox)).toEqual([]);
});

it('an error reaches the viewer', async () => {
  const inbox = createViewerInbox();
  inbox.put(message(1));
  inbox.end(new Error('The disk is gone'));
  await expect(takeAll(inbox)).rejects.toThrow('The disk is gone');
});
