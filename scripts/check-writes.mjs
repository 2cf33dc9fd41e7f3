import { readFileSync } from 'node:fs';
import { listSources } from './lib/cruise-imports.mjs';
import { findWriteEffects } from './lib/find-write-effects.mjs';
import { stop } from './lib/report.mjs';

/** Checks that what runs in a transaction has no effect outside and catches no error, in all code but tests. */
const faults = listSources(process.cwd())
  .filter((file) => /^lib\//.test(file) && !/\.(?:test|contract)\.tsx?$|\/generated\//.test(file))
  .flatMap((file) => findWriteEffects(file, readFileSync(file, 'utf8')));
if (faults.length > 0) stop(faults.join('\n'));
