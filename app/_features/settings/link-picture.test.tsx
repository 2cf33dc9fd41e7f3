import { renderToStaticMarkup } from 'react-dom/server';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { LinkPicture } from './link-picture';

it('a link as a picture has a dot exactly where its QR code has one, within a quiet zone', () => {
  const address = `https://countersign.example/?code=${'x'.repeat(43)}`;
  const { data } = encode(address);
  const markup = renderToStaticMarkup(<LinkPicture address={address} />);
  const dots = new Set(Array.from(markup.matchAll(/M(\d+) (\d+)h1/g), ([, x, y]) => `${x} ${y}`));
  // The code that we compare with has a border of one dot, and the picture one of four.
  const expected = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x + 3} ${y + 3}`] : [])),
  );
  expect(dots).toEqual(new Set(expected));
  expect(markup).toContain(`viewBox="0 0 ${data.length + 6} ${data.length + 6}"`);
});
