import { serve } from './lib/serve.mjs';

/**
 * Starts the app as it was built, in an image or as a service of the system. It installs nothing, builds
 * nothing and writes only to the folders of the server.
 */
serve({ isDevelopment: false });
