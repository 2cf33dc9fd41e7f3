import type { Browser, Page } from '@playwright/test';
import { keyHeader } from '@/lib/auth/door';
import type { RoleName } from '@/lib/domain/role';
import type { App } from './app';
import { httpClient } from './http-client';
import { comeIn, type Entered, placeIn, postToDoor, signIn } from './let-in';

export type Person = { name: string; role: RoleName };

const password = 'a password for tests';
const emailOf = ({ name }: Person) => `${name.toLowerCase()}@example.com`;

/** Adds people to the team of the app: the owner invites them, and each accepts. */
export async function addPeople(app: App, people: readonly Person[]): Promise<void> {
  const http = httpClient({ fetch: await toFetch(app, comeIn(app)) });
  for (const person of people) {
    const invited = await http.post('/api/people/invitations', { email: emailOf(person), role: person.role });
    const [, code] = String(invited.json?.address).split('#');
    const came = await postToDoor(app, 'invitation/accept', { code, name: person.name, password });
    if (came === null) throw new Error(`${person.name} could not join: ${invited.text}`);
  }
}

/** Opens a page of this person's own browser. The caller closes its context. */
export async function openPageOf(browser: Browser, app: App, person: Person): Promise<Page> {
  const context = await browser.newContext();
  await placeIn(context, app, await signInAs(app, person));
  return context.newPage();
}

/** Sends requests as this person's browser does. */
export const fetchAs = (app: App, person: Person) => toFetch(app, signInAs(app, person));

const signInAs = (app: App, person: Person) => signIn(app, { email: emailOf(person), password });

async function toFetch({ baseURL }: Pick<Entered, 'baseURL'>, coming: ReturnType<typeof comeIn>) {
  const { cookie, key } = await coming;
  const session = { cookie: cookie.split(';', 1)[0] ?? '', [keyHeader]: key, origin: baseURL };
  return (address: string, init: RequestInit = {}) =>
    fetch(`${baseURL}${address}`, { ...init, headers: { ...session, ...init.headers } });
}
