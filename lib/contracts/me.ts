import './without-eval';
import * as z from 'zod/mini';
import { risk } from './runs';
import { ownWorkspace } from './workspaces';

/** "own" reaches what the person started, and null means that they may not. */
const reach = z.nullable(z.enum(['own', 'any']));

/** `GET /api/me` says who asks and what they may do. */
export const meView = z.object({
  id: z.string(),
  name: z.string(),
  /** This is one of the roles of `lib/domain/role`. */
  role: z.string(),
  may: z.object({
    read: reach,
    start: reach,
    stop: reach,
    steer: reach,
    account: reach,
    sign: reach,
    watch: reach,
    administer: reach,
  }),
  /** They sign calls up to this risk. Null means calls of any risk. */
  signsUpTo: z.nullable(risk),
  /** A program asks: with the owner's token, or with an API token. */
  isScript: z.boolean(),
  /** This person signs in with this address. It is null where nobody signs in, and for programs. */
  email: z.nullable(z.string()),
  /** Lists the workspaces that the person is in. The first one is the default. */
  workspaces: z.array(ownWorkspace),
});
export type MeView = z.infer<typeof meView>;
export type Access = keyof MeView['may'];
