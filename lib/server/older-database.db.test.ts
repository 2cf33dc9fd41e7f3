import '../logging/testing/quiet-log';
import { testOlderDatabase } from './older-database.contract';

testOlderDatabase('2026-11-22', { modelId: 'mdl_first', signsDigest: false });
