import { checkModel } from '../lib/server/check-model-command';

process.exitCode = await checkModel(process.env, { say: console.log, complain: console.error });
