import { config } from 'zod/mini';

// Every module that builds shapes imports this: zod tries to compile code from strings at its first shape,
// and the pages' content security policy forbids that. It must not export `z`, which would ship all of zod to
// the browser.
if (typeof window !== 'undefined') config({ jitless: true });
