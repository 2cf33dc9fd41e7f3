/** placeholder */
export type TextGate = { push: (delta: string) => string };
export function createTextGate(_onReset?: () => void): TextGate {
  return { push: () => '' };
}
