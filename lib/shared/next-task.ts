/** Lets the browser draw and take clicks and keys before what comes next: what is heavy in one piece is done in several. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
