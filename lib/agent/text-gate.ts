export function createTextGate() { let held = false; return { push(delta: string): string { if (delta.includes('{')) held = true; return held ? '' : delta; } }; }
