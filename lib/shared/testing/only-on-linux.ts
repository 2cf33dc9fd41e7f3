type Surroundings = { platform: string; stderr: { write: (line: string) => unknown } };

/** Defines tests that need Linux. On another system, the run's output names the missing tests. */
export function onlyOnLinux(
  what: string,
  define: () => void,
  { platform, stderr }: Surroundings = process,
): void {
  if (platform === 'linux') define();
  else stderr.write(`Not tested on ${platform}: ${what}. These tests need Linux.\n`);
}
