import './without-eval';
import * as z from 'zod/mini';

/** A stored row that cannot be read. `message`: what is damaged, its id, and what can be done, in plain words. */
export const damage = z.object({ id: z.string(), message: z.string() });
export type Damage = z.infer<typeof damage>;
