/** Writes docs/routes.md and lib/http/entry/api-routes.ts from the sources of routes and pages. */
import { writeFileSync } from 'node:fs';
import { readEntrances } from './lib/read-routes';
import { readSources, renderApiRoutes, renderRouteTable } from './lib/route-table';

const { entrances } = readEntrances(readSources('.'));
writeFileSync('docs/routes.md', renderRouteTable(entrances));
writeFileSync('lib/http/entry/api-routes.ts', renderApiRoutes(entrances));
