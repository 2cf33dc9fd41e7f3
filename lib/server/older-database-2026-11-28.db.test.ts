import '../logging/testing/quiet-log';
import { testOlderDatabase } from './older-database.contract';

testOlderDatabase('2026-11-28', { modelId: 'mdl_01a2211c4e09f5e31b371e57d8a53736', signsDigest: true });
