/**
 * Lets the browser draw and handle input before the code continues, so that heavy work can run in several
 * pieces.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
