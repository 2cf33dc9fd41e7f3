import './without-eval';
import * as z from 'zod/mini';

/**
 * Describes a stored row that cannot be read. `message` says in plain words what is damaged, its id, and what
 * can be done.
 */
export const damage = z.object({ id: z.string(), message: z.string() });
export type Damage = z.infer<typeof damage>;
