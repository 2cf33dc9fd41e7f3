import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../db/sqlite/instance-lock';
import { describePortHolder } from './describe-port-holder';

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-port-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function listen(answer: RequestListener): Promise<number> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const describeIt = (port: number, dataDir: string) =>
  describePortHolder(`http://127.0.0.1:${port}`, port, dataDir);

describe('a port in use', () => {
  it('by another Countersign: its process and its start when it uses our data folder', async () => {
    const port = await listen((_request, response) => response.end('{"status":"ok"}'));
    const lock = await lockDataFolder(folder, port);
    const text = await describeIt(port, folder);
    await lock.release();
    expect(text).toContain(`in use by another Countersign: process ${process.pid}, running since `);
    expect(text).toContain(`data folder ${folder}.`);
    expect(text).toContain(`kill ${process.pid}`);
    expect(text).toContain(`PORT=${port + 1} npm start`);
  });

  it('by another Countersign with another data folder, of which it tells a stranger nothing', async () => {
    const port = await listen((_request, response) => response.end('{"status":"degraded"}'));
    const text = await describeIt(port, folder);
    expect(text).toContain(`in use by another Countersign, with another data folder.`);
    expect(text).toContain(`PORT=${port + 1} npm start`);
    expect(text).not.toContain('process');
  });

  it('by a Countersign that starts, ends or hangs: what our data folder knows of it', async () => {
    const port = await listen((_request, response) => response.writeHead(503).end());
    const lock = await lockDataFolder(folder, port);
    const text = await describeIt(port, folder);
    await lock.release();
    expect(text).toContain(`process ${process.pid}`);
    expect(text).toContain('It does not answer.');
  });

  it('by another program: no process is named, whatever an old server left in the data folder', async () => {
    const port = await listen((_request, response) => response.end('hello'));
    await writeFile(
      path.join(folder, 'instance.json'),
      JSON.stringify({ pid: 1, port, startedAt: new Date().toISOString() }),
    );
    const text = await describeIt(port, folder);
    expect(text).toContain(`Port ${port} is in use by another program.`);
    expect(text).not.toContain('process');
  });
});
