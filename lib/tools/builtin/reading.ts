import type { Verdict } from '../../domain/verdict';
import type { Capability } from '../toolbox.port';

/** What all tools share that only look at files. */
export const readingCapability: Capability = { description: 'Read files in the workspace', asks: false };

export const readingAllowed: Verdict = {
  decision: 'allow',
  risk: 'low',
  reason: 'It only reads in the workspace and changes nothing.',
};
