import { requestNothing } from './api-client';

/** Says whether the server answers right now. */
export function isServerThere(): Promise<boolean> {
  return requestNothing('/api/health', {}).then(
    () => true,
    () => false,
  );
}
