/** `npm run test:all` runs the pass through the browser a second time, on the server of a team. */
export const testProfile = (): 'local' | 'team' =>
  process.env['COUNTERSIGN_TEST_PROFILE'] === 'team' ? 'team' : 'local';
