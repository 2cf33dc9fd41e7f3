import { isForPrograms } from '../../auth/door-paths';

export type ApiRoute = {
  /** An address looks like "/api/runs/:id". */
  address: string;
  methods: readonly string[];
};

/** Finds the route of a target that is for programs. Returns null when no route has such an address. */
type FindRoute = (target: string) => ApiRoute | null;

/** Finds the methods that a target answers. Returns null when no route has such an address. */
export type FindMethods = (target: string) => readonly string[] | null;

export function createRouteFinder(routes: readonly ApiRoute[]): FindRoute {
  const fixed = new Map(routes.map((route) => [route.address, route]));
  const patterns = routes
    .filter(({ address }) => address.includes(':'))
    .map((route) => ({
      pattern: new RegExp(`^${route.address.replaceAll(/:\w+/g, '[^/]+')}$`),
      route,
    }));
  return (target) => {
    // The framework redirects from an address with a slash at its end.
    const address = toPath(target).replace(/\/$/, '');
    return fixed.get(address) ?? patterns.find(({ pattern }) => pattern.test(address))?.route ?? null;
  };
}

/** Pages are read only. The development server's pages report errors to addresses of their own. */
export function createMethodFinder(routes: readonly ApiRoute[]): FindMethods {
  const findRoute = createRouteFinder(routes);
  return (target) => {
    if (!isForPrograms(target)) return target.startsWith('/__nextjs_') ? everyMethod : reading;
    return findRoute(target)?.methods ?? null;
  };
}

/** Returns a target without its query. */
export function toPath(target: string): string {
  return target.replace(/\?.*/, '');
}

const reading = ['GET', 'HEAD'];
const everyMethod = [...reading, 'POST', 'PUT', 'PATCH', 'DELETE'];
