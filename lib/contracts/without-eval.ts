import { config } from 'zod/mini';

// Imported by every module that makes shapes, since zod tries code made from strings as soon as it makes the first one,
// which the pages' content security policy forbids. It must not hand out `z`: that would ship all of zod to the browser.
if (typeof window !== 'undefined') config({ jitless: true });
