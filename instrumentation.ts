/** Starts the app: migrates, recovers unfinished runs and starts the sweep. Everything else waits for this. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { startOrExit } = await import('./lib/server/start-or-exit');
  await startOrExit();
}
