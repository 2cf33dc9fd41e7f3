import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import type { Handler } from './pass-door';
import { type ApiRoute, createRouteFinder, toPath } from './route-methods';

/** The framework builds this from a route. Next documents it for adapters: "Invoking Entrypoints". */
type Entrypoint = {
  handler(request: IncomingMessage, response: ServerResponse, context: object): Promise<void>;
};

/**
 * Hands a request for a route of the API to the entrypoint that the framework built from it. `router`, the
 * framework's own, gets everything else: pages, files, and addresses with a slash at their end, which it
 * redirects. The entry has already found the route to refuse unknown addresses and methods, and finding it
 * again in the router takes a quarter of the time of opening an event stream (docs/decisions/0026).
 * `builtFolder` is the framework's `.next/server`. Throws when the folder lacks one of the routes.
 */
export function callEntrypoints(routes: readonly ApiRoute[], builtFolder: string, router: Handler): Handler {
  const findRoute = createRouteFinder(routes);
  const files = findFiles(routes, builtFolder);
  const load = createRequire(path.join(builtFolder, 'app-paths-manifest.json'));
  return async (request, response) => {
    const target = request.url ?? '';
    const route = toPath(target).endsWith('/') ? null : findRoute(target);
    const file = route && files.get(route);
    if (!file) return router(request, response);
    // Without this, an error of one answer would end the process. The router ignores such errors, too.
    response.on('error', ignore);
    const entrypoint: Entrypoint = load(file);
    // The query is empty, because the framework would take `nxtPid` in a query for the `id` of the path. The
    // framework keeps facts of the request in this object.
    await entrypoint.handler(request, response, { requestMeta: { query: {} } });
  };
}

const manifestShape = z.record(z.string(), z.string());

function findFiles(routes: readonly ApiRoute[], builtFolder: string): ReadonlyMap<ApiRoute, string> {
  const manifest = path.join(builtFolder, 'app-paths-manifest.json');
  const files = manifestShape.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  return new Map(
    routes.map((route) => {
      const file = files[`${route.address.replaceAll(/:(\w+)/g, '[$1]')}/route`];
      if (file === undefined)
        throw new Error(`The build in ${builtFolder} has no route for ${route.address}.`);
      return [route, path.join(builtFolder, file)];
    }),
  );
}

function ignore(): void {}
