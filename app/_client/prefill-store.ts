/** Holds values for a form that is about to open. They are too large and too private for a link. */
type Prefill = {
  parameters: Record<string, unknown>;
  conversationId: string | null;
  /** The person picked this model. Null means the default. */
  modelId: string | null;
};

const keyOf = (workflowId: string) => `countersign.prefill.${workflowId}`;

export function savePrefill(workflowId: string, prefill: Prefill): void {
  try {
    sessionStorage.setItem(keyOf(workflowId), JSON.stringify(prefill));
  } catch {
    // Storage may be full or forbidden. The form then offers the values of the last start.
  }
}

/**
 * Reads the values and keeps them until `clearPrefill`, so that a reload loses nothing. The first of the
 * workflow's ids with values wins.
 */
export function readPrefill(ids: readonly string[]): Prefill | null {
  return ids.map(readStored).find((prefill) => prefill !== null) ?? null;
}

function readStored(workflowId: string): Prefill | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(workflowId)) ?? 'null');
    return isPrefill(value) ? value : null;
  } catch {
    return null;
  }
}

export function clearPrefill(ids: readonly string[]): void {
  try {
    for (const id of ids) sessionStorage.removeItem(keyOf(id));
  } catch {
    // There is nothing to remove where storage is forbidden.
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
