import { describe, expect, it } from 'vitest';
import manifest from '../package.json';
import { refuseOldNode } from './lib/prepare.mjs';

describe('the Node that runs this', () => {
  it('is refused when it is too old, with the version to install', () => {
    for (const version of ['18.20.4', '20.19.9', '14.21.3']) {
      expect(refuseOldNode(version), version).toMatch(/needs Node 20\.20 or newer.*https:\/\/nodejs\.org/);
    }
  });

  it('is accepted from the version that package.json requires', () => {
    for (const version of ['20.20.0', '20.21.1', '22.0.0', '24.1.0'])
      expect(refuseOldNode(version)).toBeNull();
    expect(manifest.engines.node).toBe('>=20.20');
  });
});
