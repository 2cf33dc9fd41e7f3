/** Writes docs/routes.md from the sources of routes and pages. */
import { writeFileSync } from 'node:fs';
import { readEntrances } from './lib/read-routes';
import { readSources, renderRouteTable } from './lib/route-table';

writeFileSync('docs/routes.md', renderRouteTable(readEntrances(readSources('.')).entrances));
