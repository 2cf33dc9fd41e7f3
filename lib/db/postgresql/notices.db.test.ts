import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { openNotices } from './notices';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await openPostgresql();
  url = await server.createDatabase();
});
afterAll(() => server.close());

const heardBy = (notices: Awaited<ReturnType<typeof openNotices>>) => {
  const heard: string[] = [];
  notices.listen('version', (text) => heard.push(text));
  return heard;
};

it('carry each message to every other server, in order, and to no other database', async () => {
  const elsewhere = await openNotices(await server.createDatabase());
  const [one, two, three] = await Promise.all([openNotices(url), openNotices(url), openNotices(url)]);
  const [own, second, third, foreign] = [one, two, three, elsewhere].map(heardBy);
  const sent = Array.from({ length: 50 }, (_, index) => `${index} ${'é"\\\u0000'.repeat(200)}`);
  for (const text of sent) one.send('version', text);
  one.send('kept', 'another topic');
  await vi.waitFor(() => expect([second, third]).toEqual([sent, sent]), 10_000);
  expect([own, foreign]).toEqual([[], []]);
  await Promise.all([one, two, three, elsewhere].map((notices) => notices.close()));
});

it('come back after the server was gone, and what other programs send changes nothing', async () => {
  const [one, two] = await Promise.all([openNotices(url), openNotices(url)]);
  const heard = heardBy(two);
  const isBack = vi.fn();
  two.onReturn(isBack);
  await server.crash();
  one.send('version', 'lost');
  await vi.waitFor(() => {
    one.send('version', 'again');
    expect(heard).toContain('again');
  }, 15_000);
  expect(isBack).toHaveBeenCalled();
  const known = heard.length;
  const stranger = new Client(url);
  await stranger.connect();
  for (const payload of ['', '{', 'null', '[]', '{"from":1}', '{"from":"x","topic":"version","text":3}'])
    await stranger.query('SELECT pg_notify($1, $2)', ['countersign', payload]);
  await stranger.end();
  one.send('version', 'last');
  await vi.waitFor(() => expect(heard.at(-1)).toBe('last'), 10_000);
  expect(heard.slice(known).filter((text) => text !== 'again')).toEqual(['last']);
  await Promise.all([one.close(), two.close()]);
});

it('that are closed hold no connection, also after the server was gone', async () => {
  const notices = await openNotices(url);
  const client = new Client(await server.createDatabase());
  const count = async () => {
    const query = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'countersign'`;
    return (await client.query(query)).rowCount;
  };
  await client.connect();
  expect(await count()).toBe(1);
  notices.send('version', 'the last one');
  await notices.close();
  notices.send('version', 'late');
  await vi.waitFor(async () => expect(await count()).toBe(0), 10_000);
  await client.end();
});
