import { log } from '../log';

/** Imported by tests that start the app: its log lines would hide what the tests report. */
log.level = 'silent';
