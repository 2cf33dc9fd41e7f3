import '../logging/testing/quiet-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspaceServers, refusal } from './testing/workspace-servers';

let servers: Awaited<ReturnType<typeof openWorkspaceServers>>;
beforeAll(async () => {
  servers = await openWorkspaceServers();
});
beforeEach(() => servers.clear());
afterAll(() => servers.close());

describe('what servers cannot share', () => {
  it('is a name: the second server with it is refused, and one that took over from a dead one is not', async () => {
    await servers.start('alpha');
    expect(await refusal(servers.start('alpha', [], { dataDir: 'copy' }))).toMatch(
      /already has the name “alpha”\. Give each server of this database a SERVER_NAME of its own\./,
    );
    const dead = servers.apps.pop();
    const row = (await dead?.services.servers.list())?.[0];
    await dead?.shutDown();
    const other = await servers.start('beta');
    // A server that was killed leaves its row behind.
    if (row) await other.services.servers.beat(row);
    await servers.start('alpha', [], { dataDir: 'copy' });
    const listed = await other.services.servers.list();
    expect(listed.map(({ name }) => name)).toEqual(['beta', 'alpha']);
  });

  it('is a folder that is another one on each of them', async () => {
    await servers.start('alpha');
    expect(await refusal(servers.start('beta', [], { main: 'other' }))).toMatch(
      /The folder .*other of the workspace “Everyday” is not the one of the other servers\./,
    );
    await servers.start('beta');
  });

  it('is a workspace that is for all on one of them, and for one of them on the other', async () => {
    await servers.start('alpha');
    const owned = `- { id: main, name: Everyday, folder: other, server: beta }\n`;
    const words = /“Everyday” is for the server “beta” here, and for all servers on the servers that run\./;
    expect(await refusal(servers.start('beta', [], { file: owned }))).toMatch(words);
    await servers.apps.pop()?.shutDown();
    await servers.start('beta', [], { file: owned });
    const other = /is for all servers here, and for the server “beta” on the servers that run\./;
    expect(await refusal(servers.start('alpha'))).toMatch(other);
  });

  it('may be moved while no server works, and the folder left behind is refused', async () => {
    await servers.start('alpha');
    await servers.apps.pop()?.shutDown();
    await servers.start('alpha', [], { main: 'other' });
    expect(await refusal(servers.start('beta'))).toMatch(/is not the one of the other servers/);
  });
});
