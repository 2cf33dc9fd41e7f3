import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Access } from '../../lib/policy/access';
import { builtInRoles, type Role } from '../../lib/policy/roles';
import { accessByScope } from '../../lib/policy/token-scopes';
import type { Entrance } from './read-routes';

/** Reads the sources below `root` that Next serves as routes or draws on the server. */
export function readSources(root: string): Record<string, string> {
  const files = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('app', file.replaceAll(path.sep, '/')))
    .filter((file) => /\/(route|page|layout)\.\w+$/.test(file))
    .sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** Returns the text of docs/routes.md. */
export function renderRouteTable(entrances: readonly Entrance[]): string {
  const roles = Object.entries<Role>(builtInRoles);
  const scopes = Object.entries(accessByScope);
  const rows = entrances
    .map((entrance) => ({ ...entrance, address: toAddress(entrance.file) }))
    .sort((first, second) => (first.address < second.address ? -1 : 1))
    .map(
      ({ address, method, action, access }) =>
        `| \`${address}\` | ${method} | \`${action}\` | ${access} | ${roles.map(([, role]) => describeReach(role, access)).join(' | ')} | ${scopes.map(([, kinds]) => (kinds.includes(access) ? '✓' : '')).join(' | ')} |`,
    );
  return `# Routes and their access

Every request asks for one action, and every action takes one kind of access: **read** (look), **start** (start runs, write messages), **stop**, **steer** (continue a run; rename,
delete and restore a conversation), **account** (look after one's own browsers and tokens, and the privacy of one's own conversations), **sign** (answer for what a call does) **watch** (the figures of the whole server) or **administer** (change how the server works).
Only a stranger asks to **enter**: the door of a team’s server answers everybody, also people who are in, as strangers. \`lib/policy/access.ts\` lists the actions with their access,
and \`lib/policy/roles.ts\` the access of each role: to anything (✓), only to what the person started (own), also only up to a risk, or not at all (empty).
The last columns show what an API token reaches at most (\`lib/policy/token-scopes.ts\`): its person's role must allow it, too, and a token never signs. A \`HEAD\` request counts as a \`GET\`.
The table lists a page if the server draws it with data.

Nobody but the person who started a **private** conversation reads it, whatever the table says: for everyone else, admins included, it is not there, and neither are its runs, steps and requests. They get the answers
that ids get which never existed. One thing is shown: who may sign a request in it gets that request (\`/api/approvals/:id\`, its state and decision, and the list of pending ones), without the conversation's title and id.

\`npx tsx scripts/make-route-table.ts\` writes this file and \`lib/http/entry/api-routes.ts\` from the sources, and a test compares all three. By \`api-routes.ts\`, the HTTP entry answers an unknown
address with 404, and a method that an address does not have with 405 and \`Allow\`.

| address | method | action | access | ${[...roles.map(([name]) => name), ...scopes.map(([name]) => `token: ${name}`)].join(' | ')} |
| --- | --- | --- | --- | ${[...roles, ...scopes].map(() => '---').join(' | ')} |
${rows.join('\n')}
`;
}

function describeReach(role: Role, access: Access): string {
  const reach = role[access];
  if (reach === undefined) return '';
  const words = reach === 'any' ? '✓' : 'own';
  return access === 'sign' && role.signsUpTo ? `${words}, up to ${role.signsUpTo} risk` : words;
}

/** Returns the text of lib/http/entry/api-routes.ts. */
export function renderApiRoutes(entrances: readonly Entrance[]): string {
  const routes = new Map<string, string[]>();
  for (const { file, method } of entrances) {
    if (method === 'page') continue;
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    routes.set(toAddress(file), [...(routes.get(toAddress(file)) ?? []), ...methods]);
  }
  const rows = [...routes]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([address, methods]) => {
      const list = methods.map((method) => `'${method}'`).join(', ');
      return `  { address: '${address}', methods: [${list}] },`;
    });
  return `import type { ApiRoute } from './route-methods';

/**
 * \`npx tsx scripts/make-route-table.ts\` writes this list from the sources. Next answers \`HEAD\` with a
 * route's \`GET\`.
 */
export const apiRoutes: readonly ApiRoute[] = [
${rows.join('\n')}
];
`;
}

/**
 * Turns "app/api/runs/[id]/route.ts" into "/api/runs/:id". Next draws a layout with every page, so its
 * address ends with `/*`.
 */
function toAddress(file: string): string {
  const folder = file.replace(/^app/, '').replace(/\/(route|page|layout)\.\w+$/, '');
  const address = folder.replace(/\/\(\w+\)/, '').replaceAll(/\[(\w+)\]/g, ':$1');
  return file.includes('/layout.') ? `${address}/*` : address;
}
