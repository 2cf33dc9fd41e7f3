const shortestPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * Loads a part of the app that comes only when it is needed. While the server cannot be reached it is asked for again until it
 * comes, so that what is on the page stays. A part that fails although the server answers (it is of another build, or broken) is
 * an error of the page.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { isServerThere = askServer, pause = wait } = {},
): Promise<Part> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch {
      // The server may have come back since: only what fails now is the part's own failure.
      if (await isServerThere()) return load();
    }
    await pause(pauseMs);
  }
}

async function askServer(): Promise<boolean> {
  return fetch('/api/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Until the time is over, or the browser says that it has a connection again. */
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
