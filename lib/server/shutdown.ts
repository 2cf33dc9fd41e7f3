import { oncePerProcess } from '../shared/once-per-process';

/**
 * Ends the application's work. The application sets the function, in Next's copy of the modules, and the HTTP
 * entry calls it.
 */
export const shutdown = oncePerProcess('shutdown', (): { end: (() => Promise<void>) | null } => ({
  end: null,
}));
