import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const rooms = [
  'app',
  'bench',
  'docs',
  'e2e',
  'lib',
  'packaging',
  'prisma',
  'public',
  'scripts',
  'tests',
  'workflows',
];
const files = [
  ...readdirSync('.'),
  ...rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  ),
].map((file) => file.replaceAll(path.sep, '/'));
const texts = files
  .filter((file) => /^(?:[^/]+|docs\/.+)\.md$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A reader, a command or a build writes these files, so the repository lacks them. */
const written = /^(?:dist\/.+|vite\.config\.ts|(?:.+\/)?move-file\.ts)$/;

/** A name may lack its ending, and `*` or NAME matches any part. */
function isThere(name: string): boolean {
  const place = name.replace(/\/$/, '').replace('NAME', '*');
  if (written.test(place)) return true;
  if (!place.includes('*')) return files.some((file) => file === place || file.startsWith(`${place}.`));
  const [within, across] = ['[^/]*', '.*'];
  const pattern = place
    .replace(/[^\w/*-]/g, '\\$&')
    .replace(/\*\*|\*/g, (stars) => (stars === '**' ? across : within));
  return files.some((file) => new RegExp(`^${pattern}$`).test(file));
}

/** Returns the words of the text's code, fenced or not. */
function wordsOfCode(text: string): string[] {
  const code = [...text.matchAll(/^```[\s\S]*?^```|`[^`\n]+`/gm)].map(([found]) => found);
  return code.flatMap((found) => found.split(/[\s`"'=(),:]+/));
}

describe('what the docs name is there', () => {
  it('paths of the project, with or without their ending', () => {
    const ofProject = new RegExp(`^(?:${rooms.join('|')})/[\\w./()[\\]*-]+$`);
    const named = texts.flatMap(({ file, text }) =>
      wordsOfCode(text)
        .filter((word) => ofProject.test(word))
        .map((word) => ({ file, word: word.replace(/\.$/, '') })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ word }) => !isThere(word))).toEqual([]);
  });

  it('files that are named without their folder', () => {
    const named = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(100);
    const isKnown = (name: string) => isThere(name) || isThere(`**/${name}`);
    expect(named.filter(({ name }) => !isKnown(name))).toEqual([]);
  });

  it('scripts of npm', () => {
    const named = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('pages that a link leads to, and their headings', () => {
    const links = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(
        ([, to = '', heading]) => ({
          file,
          place: to === '' ? file : path.posix.join(path.posix.dirname(file), to),
          heading,
        }),
      ),
    );
    expect(links.length).toBeGreaterThan(30);
    const broken = links.filter(
      ({ place, heading }) =>
        !existsSync(place) || (heading !== undefined && !anchorsOf(place).includes(heading)),
    );
    expect(broken).toEqual([]);
  });
});

/** Returns the anchors that GitHub generates for the headings. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
