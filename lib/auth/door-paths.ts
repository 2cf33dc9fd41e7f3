/** Says what a path is to a stranger of a team's server. */
type DoorPath =
  /** A file that every page needs and that tells nothing. */
  | 'asset'
  /** The page and routes that make the first owner. */
  | 'setup'
  /** Both stages need it. */
  | 'door'
  /** The pages and routes by which people come in. */
  | 'sign_in'
  /** Only people who are in get it. */
  | 'inside';

const assets =
  /^\/(?:_next\/static\/.+|favicon\.ico|icon\.svg|icon-\d+\.png|icon-maskable-\d+\.png|apple-touch-icon\.png|manifest\.webmanifest)$/;

export const metricsAddress = '/metrics';

/** Says whether a program reads the answer to this target: it is `/api`, below it, or the figures. */
export const isForPrograms = (target: string): boolean => /^\/(?:api|metrics)(?:[/?#]|$)/.test(target);

export function readDoorPath(target: string): DoorPath {
  const path = (target.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1');
  if (assets.test(path)) return 'asset';
  if (path === '/api/door') return 'door';
  if (path === '/setup' || path === '/api/door/setup') return 'setup';
  const isSignIn = ['/sign-in', '/invitation', '/reset'].includes(path) || path.startsWith('/api/door/');
  return isSignIn ? 'sign_in' : 'inside';
}

/** Builds the address of the page that asks to sign in, and then goes on to the page that was asked for. */
export function toSignInAddress(target: string): string {
  const [path = '/', query] = target.split('?', 2);
  const kept = new URLSearchParams(query);
  // The framework marks its own requests for a page with this.
  kept.delete('_rsc');
  const to = kept.size > 0 ? `${path}?${kept}` : path;
  return to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`;
}
