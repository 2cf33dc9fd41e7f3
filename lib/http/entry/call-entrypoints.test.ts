import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiRoutes } from './api-routes';
import { callEntrypoints } from './call-entrypoints';

/**
 * In this build, each route answers with its own address and with the context that the framework would get.
 */
let builtFolder = '';
let server: Server | null = null;
beforeEach(() => {
  builtFolder = mkdtempSync(path.join(tmpdir(), 'countersign-entrypoints-'));
  build(apiRoutes.map(({ address }) => address));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(builtFolder, { recursive: true });
});

function build(addresses: readonly string[]): void {
  const files = addresses.map((address, index) => {
    writeFileSync(path.join(builtFolder, `${index}.js`), toEntrypoint(address));
    return [`${address.replaceAll(/:(\w+)/g, '[$1]')}/route`, `${index}.js`];
  });
  const manifest = { '/settings/page': 'settings.js', ...Object.fromEntries(files) };
  writeFileSync(path.join(builtFolder, 'app-paths-manifest.json'), JSON.stringify(manifest));
}

const toEntrypoint = (address: string) => `
  exports.handler = async (request, response, { requestMeta }) => {
    const told = JSON.stringify(requestMeta);
    requestMeta.seen = true;
    response.end(JSON.stringify({ by: ${JSON.stringify(address)}, told, url: request.url }));
    if (request.url.endsWith('late')) response.write('more');
  };`;

async function listen(): Promise<number> {
  const handle = callEntrypoints(apiRoutes, builtFolder, async (request_, response) => {
    response.end(JSON.stringify({ by: 'router', url: request_.url }));
  });
  server = createServer((request_, response) => void handle(request_, response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function send(
  port: number,
  target: string,
  method = 'GET',
): Promise<{ by: string; told: string; url: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path: target, method }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve(JSON.parse(text));
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('each route of the API is answered by its own entrypoint, with its address as it was sent', async () => {
  const port = await listen();
  for (const { address, methods } of apiRoutes) {
    const target = `${address.replaceAll(/:(\w+)/g, 'some-%C3%A9-$1')}?nxtPid=other&path=a/b`;
    for (const method of methods.filter((each) => each !== 'HEAD'))
      expect(await send(port, target, method)).toMatchObject({ by: address, url: target });
  }
});

it('no part of a query may become a part of the path, and no request is told about another', async () => {
  const port = await listen();
  for (const target of ['/api/runs/a?nxtPid=b', '/api/runs/c', '/api/runs/d?id=e'])
    expect((await send(port, target)).told).toBe('{"query":{}}');
});

it.each([
  '/',
  '/settings',
  '/_next/static/a.js',
  '/api/runs/a/',
  '/api/workflows/?a=1',
  '/api',
  '/api/nothing',
])('%s is left to the router of the framework', async (target) => {
  expect(await send(await listen(), target)).toEqual({ by: 'router', url: target });
});

it('a build without one of the routes is refused at the start', () => {
  build(apiRoutes.slice(1).map(({ address }) => address));
  expect(() => callEntrypoints(apiRoutes, builtFolder, async () => {})).toThrow(
    `has no route for ${apiRoutes[0]?.address}`,
  );
});

it('an answer that is written to after its end ends nothing else', async () => {
  const port = await listen();
  expect((await send(port, '/api/runs/late')).by).toBe('/api/runs/:id');
  await new Promise((resolve) => setImmediate(resolve));
  expect((await send(port, '/api/health')).by).toBe('/api/health');
});
