/** Start-up: migrate, recover unfinished runs, start the sweep. Everything else waits for it. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { startOrExit } = await import('./lib/server/start-or-exit');
  await startOrExit();
}
