export type ApiRoute = {
  /** "/api/runs/:id" */
  address: string;
  methods: readonly string[];
};

/** The methods that a target answers. Null: the API has no such address. */
export type FindMethods = (target: string) => readonly string[] | null;

/** Whether a target is `/api` or below it: a program reads the answer. */
export function isOfApi(target: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(target);
}

/** Pages are read only. The development server's pages report errors to addresses of their own. */
export function createMethodFinder(routes: readonly ApiRoute[]): FindMethods {
  const fixed = new Map(routes.map(({ address, methods }) => [address, methods]));
  const patterns = routes
    .filter(({ address }) => address.includes(':'))
    .map(({ address, methods }) => ({
      pattern: new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`),
      methods,
    }));
  return (target) => {
    if (!isOfApi(target)) return target.startsWith('/__nextjs_') ? everyMethod : reading;
    // The framework redirects from an address with a slash at its end.
    const address = target.replace(/\?.*/, '').replace(/\/$/, '');
    const found = fixed.get(address) ?? patterns.find(({ pattern }) => pattern.test(address))?.methods;
    return found ?? null;
  };
}

const reading = ['GET', 'HEAD'];
const everyMethod = [...reading, 'POST', 'PUT', 'PATCH', 'DELETE'];
