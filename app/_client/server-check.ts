import { requestNothing } from './api-client';

/** Whether the server answers right now. */
export function isServerThere(): Promise<boolean> {
  return requestNothing('/api/health', {}).then(
    () => true,
    () => false,
  );
}
