import { startOrExit } from '../start-or-exit';

/** Runs as its own process: it starts the app of the environment as the server does, and ends when it stands. */
await startOrExit();
process.stdout.write('started\n');
process.exit(0);
