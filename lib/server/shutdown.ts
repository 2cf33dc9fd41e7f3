import { oncePerProcess } from '../shared/once-per-process';

/** How the application ends its work. The application sets it, in Next's copy of the modules; the HTTP entry calls it. */
export const shutdown = oncePerProcess('shutdown', (): { end: (() => Promise<void>) | null } => ({
  end: null,
}));
