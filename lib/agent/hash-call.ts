import { createHash } from 'node:crypto';
import { canonicalJson } from '../shared/canonical-json';
import type { JsonObject } from '../shared/json';

/** SHA-256 (hexadecimal) of a call's canonical form. An approval is bound to it, and to nothing else. */
export function hashCall(call: { tool: string; parameters: JsonObject }): string {
  return createHash('sha256')
    .update(canonicalJson({ tool: call.tool, parameters: call.parameters }))
    .digest('hex');
}
