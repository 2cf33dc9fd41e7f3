/** Values for a form that is about to be opened: too large for a link, and nothing a link should carry. */
export type Prefill = { parameters: Record<string, unknown>; conversationId: string | null };

const keyOf = (workflowId: string) => `countersign.prefill.${workflowId}`;

export function savePrefill(workflowId: string, prefill: Prefill): void {
  try {
    sessionStorage.setItem(keyOf(workflowId), JSON.stringify(prefill));
  } catch {
    // Storage may be full or forbidden; the form then offers the values of the last start.
  }
}

/** Stays until the form was sent, so that a reload loses nothing. */
export function readPrefill(workflowId: string): Prefill | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(workflowId)) ?? 'null');
    return isPrefill(value) ? value : null;
  } catch {
    return null;
  }
}

export function clearPrefill(workflowId: string): void {
  try {
    sessionStorage.removeItem(keyOf(workflowId));
  } catch {
    // Nothing was stored where storage is forbidden.
  }
}

function isPrefill(value: unknown): value is Prefill {
  return (
    typeof value === 'object' &&
    value !== null &&
    'parameters' in value &&
    typeof value.parameters === 'object'
  );
}
