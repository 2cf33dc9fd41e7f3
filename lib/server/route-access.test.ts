import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEntrances } from '../../scripts/lib/read-routes';
import { readSources } from '../../scripts/lib/route-table';
import { type Actor, localActor, strangerActor } from '../domain/actor';
import type { Route } from '../http/route-frame';
import { type Authorize, createAuthorize } from '../policy/authorize';
import { accessByScope } from '../policy/token-scopes';
import { AppError } from '../shared/app-error';
import { oncePerProcess } from '../shared/once-per-process';

/**
 * These tests call every method of every route on an app whose services only record that a use case touched
 * them.
 */

const { entrances } = readEntrances(readSources('.'));
const routes = entrances.filter(({ method }) => method !== 'page');
const isOpen = ({ access }: (typeof routes)[number]) => access === 'enter';

let touched: string[] = [];
let asked: Parameters<Authorize>[] = [];
let person: Actor | null = localActor;
let profile: 'local' | 'team' = 'team';
let decide: Authorize = createAuthorize();
beforeEach(() => {
  touched = [];
  asked = [];
  person = localActor;
  profile = 'team';
});

const services = new Proxy(
  {},
  {
    get(_, name) {
      touched.push(String(name));
      throw new AppError('not_found', 'There is nothing here.');
    },
  },
);
oncePerProcess('countersign', async () => ({
  servicesFor: async () => services,
  get profile() {
    return profile;
  },
  identify: async () => person && { actor: person, session: null },
  authorize: (...question: Parameters<Authorize>) => {
    asked.push(question);
    return decide(...question);
  },
  findOwned: async () => null,
  sees: async () => true,
}));

async function send({ file, method }: { file: string; method: string }, body: string) {
  const module = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, Route>;
  const route = module[method];
  if (!route) throw new Error(`${file} exports no ${method}`);
  const init = method === 'GET' ? { method } : { method, body };
  const names = Array.from(file.matchAll(/\[(\w+)\]/g), ([, name = '']) => name);
  // Next gives no parameters for a path without a folder in brackets, and neither does this.
  const params =
    names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, `the ${name}`]));
  const response = await route(new Request('http://localhost/x', init), { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, code: text === '' ? null : JSON.parse(text).error?.code };
}

describe.each(routes)('$method $file', (route) => {
  it.each(['{}', 'not JSON'])(
    'answers 403 to a person without permission, before it reads the body %j or runs a use case',
    async (body) => {
      decide = async () => false;
      expect(await send(route, body)).toEqual({ status: 403, code: 'forbidden' });
      expect(touched).toEqual([]);
    },
  );

  it('asks for its own action and the thing in its path, and then runs its use case', async () => {
    decide = createAuthorize();
    const { status, code } = await send(route, '{}');
    const object = route.file.includes('[id]') ? expect.objectContaining({ id: 'the id' }) : null;
    const asker = isOpen(route) ? strangerActor : localActor;
    expect(asked[0]).toEqual([asker, route.action, object]);
    // It asks again once the body is there.
    expect(asked.slice(1).every((again) => JSON.stringify(again) === JSON.stringify(asked[0]))).toBe(true);
    expect([401, 403]).not.toContain(status);
    expect(touched.length > 0 || code === 'invalid_body').toBe(true);
  });
});

describe.each(routes.filter((route) => !isOpen(route)))('$method $file', (route) => {
  it('answers 401 to an unknown person, and asks about no permission', async () => {
    person = null;
    decide = async () => true;
    expect(await send(route, '{}')).toEqual({ status: 401, code: 'unauthenticated' });
    expect([touched, asked]).toEqual([[], []]);
  });

  it.each(['read', 'start'] as const)(
    'answers a token with the scope %s as the table of scopes says',
    async (scope) => {
      decide = createAuthorize();
      person = { ...localActor, scope };
      const { status, code } = await send(route, '{}');
      if (accessByScope[scope].includes(route.access)) {
        expect([401, 403]).not.toContain(status);
        expect(touched.length > 0 || code === 'invalid_body').toBe(true);
      } else {
        expect({ status, code, touched }).toEqual({ status: 403, code: 'forbidden', touched: [] });
      }
    },
  );
});

describe.each(routes.filter(isOpen))('$method $file, at the door', (route) => {
  it('answers everybody as a stranger, and nobody in the local profile', async () => {
    decide = createAuthorize();
    for (person of [null, localActor, { ...localActor, role: 'viewer' }]) {
      await send(route, '{}');
      expect(asked.pop()?.[0]).toBe(strangerActor);
    }
    profile = 'local';
    expect(await send(route, '{}')).toEqual({ status: 404, code: 'not_found' });
  });
});
