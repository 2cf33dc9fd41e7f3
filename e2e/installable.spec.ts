import { expect } from '@playwright/test';
import { openSharedApp, test, tour } from './support/test';

const { app } = openSharedApp();

test('the page, the manifest and old browsers find their icons', tour, async ({ page }) => {
  await page.goto(app.baseURL);
  const icon = await page.locator('link[rel="icon"]').getAttribute('href');
  const appleIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const manifestUrl = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(new URL(manifestUrl ?? '', app.baseURL).href)).json();
  const sources: { src: string; type: string; sizes: string; purpose: string }[] = manifest.icons;
  expect(sources.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const address of [icon, appleIcon, '/favicon.ico', ...sources.map(({ src }) => src)]) {
    const response = await page.request.get(new URL(address ?? 'missing', app.baseURL).href);
    expect(response.status(), String(address)).toBe(200);
    expect(response.headers()['content-type'], String(address)).toMatch(/^image\//);
  }
});
