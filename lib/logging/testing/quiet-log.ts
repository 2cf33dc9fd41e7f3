import { log } from '../log';

/** Tests that start the app import this, because its log lines would hide what the tests report. */
log.level = 'silent';
