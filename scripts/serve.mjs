import { withDatabasePassword } from './lib/database-password.mjs';
import { stop } from './lib/report.mjs';
import { serve } from './lib/serve.mjs';

/**
 * Starts the app as it was built, in an image or as a service of the system. It installs nothing, builds
 * nothing and writes only to the folders of the server.
 */
try {
  Object.assign(process.env, withDatabasePassword(process.env));
} catch (error) {
  stop(`Countersign cannot start: ${error.message}`);
}
serve({ isDevelopment: false });
