const shortestPauseMs = 500;
const longestPauseMs = 8_000;

let checkServer: () => Promise<boolean> = async () => true;

/** Tells `loadPart` how to ask whether the server answers. The app's shell calls this once. */
export function setServerCheck(check: () => Promise<boolean>): void {
  checkServer = check;
}

/**
 * Loads a part of the app when it is first needed. While the server cannot be reached, it retries until the
 * part arrives, so that the page stays as it is. If loading fails although the server answers (the part is
 * broken or from another build), the error goes to the page.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { isServerThere = () => checkServer(), pause = wait } = {},
): Promise<Part> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch {
      // The server may have come back by now, so only this second failure is the part's own.
      if (await isServerThere()) return load();
    }
    await pause(pauseMs);
  }
}

/** Waits until the time is over, or until the browser says that it is online again. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
