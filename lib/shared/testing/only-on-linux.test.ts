import { expect, it } from 'vitest';
import { onlyOnLinux } from './only-on-linux';

function defineOn(platform: string): string[] {
  const said: string[] = [];
  onlyOnLinux('files below /proc', () => said.push('defined'), {
    platform,
    stderr: { write: (line) => said.push(line) },
  });
  return said;
}

it('tests that need Linux are defined on Linux', () => {
  expect(defineOn('linux')).toEqual(['defined']);
});

it('on another system the output says what is not tested, and why', () => {
  expect(defineOn('darwin')).toEqual(['Not tested on darwin: files below /proc. These tests need Linux.\n']);
});
