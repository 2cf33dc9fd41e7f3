/** Lists what names a browser, the most telling first: most browsers also call themselves Chrome and Safari. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const maxNameLength = 40;

/**
 * Names a browser for a person, such as "Firefox on Linux", from its own description (`User-Agent`), which
 * any program can invent. A program's description begins with its name.
 */
export function describeBrowser(device: string): string {
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(device))?.[1];
  const system = find(systems);
  const browser = find(browsers) ?? (device.startsWith('Mozilla/') ? undefined : findProgram(device));
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function findProgram(device: string): string | undefined {
  return /^[\w.-]+/.exec(device)?.[0].slice(0, maxNameLength);
}
