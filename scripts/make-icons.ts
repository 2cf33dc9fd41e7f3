/**
 * Draws the icons in `public` from `public/icon.svg`. Run it when the mark has changed:
 * `npx tsx scripts/make-icons.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './lib/browser.mjs';

const mark = await readFile('public/icon.svg', 'utf8');
/**
 * Systems cut this icon to their own shapes, so the background fills the square and the mark keeps to the
 * middle.
 */
const full = mark
  .replace(/rx="\d+" /, '')
  .replace(
    /(<path[\s\S]*)(<\/svg>)/,
    '<g transform="translate(16 16) scale(.75) translate(-16 -16)">$1</g>$2',
  );

const browser = await chromium.launch(launchOptions());
await writeFile('public/icon-192.png', await draw(browser, mark, 192));
await writeFile('public/icon-512.png', await draw(browser, mark, 512));
await writeFile('public/icon-maskable-512.png', await draw(browser, full, 512));
await writeFile('public/apple-touch-icon.png', await draw(browser, full, 180));
await writeFile('public/favicon.ico', toIco(await draw(browser, mark, 32), 32));
await browser.close();

async function draw(from: Browser, svg: string, size: number): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
  );
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

/** Returns an icon file with one PNG image in it. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
