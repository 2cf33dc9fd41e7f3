const shortestPauseMs = 500;
const longestPauseMs = 8_000;

let checkServer: () => Promise<boolean> = async () => true;

/** Tells `loadPart` how to find out whether the server answers; set once, by the app's shell. */
export function setServerCheck(check: () => Promise<boolean>): void {
  checkServer = check;
}

/**
 * Loads a part of the app that comes only when it is needed. While the server cannot be reached it tries again until the part
 * comes, so that the page stays as it is. A part that fails although the server answers (from another build, or broken) is an
 * error of the page.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { isServerThere = () => checkServer(), pause = wait } = {},
): Promise<Part> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch {
      // The server may be back by now: only a failure from here on is the part's own.
      if (await isServerThere()) return load();
    }
    await pause(pauseMs);
  }
}

/** Until the time is over, or the browser says that it is online again. */
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
