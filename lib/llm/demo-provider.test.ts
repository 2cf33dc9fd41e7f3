import { expect, it } from 'vitest';
import { createDemoProvider } from './demo-provider';

it('a demo model that did not start can be closed, and starts at the next use, once', async () => {
  let starts = 0;
  let closes = 0;
  const provider = createDemoProvider(async () => {
    starts += 1;
    if (starts === 1) throw new Error('no port is free');
    const close = async () => {
      closes += 1;
    };
    return { baseUrl: 'http://127.0.0.1:9/v1', model: 'demo', close };
  });
  await expect(provider.open()).rejects.toThrow('no port is free');
  await provider.close();
  await provider.open();
  await provider.open();
  await provider.close();
  expect({ starts, closes }).toEqual({ starts: 2, closes: 1 });
});
