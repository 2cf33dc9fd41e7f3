import { encode } from 'uqr';
import classes from './models.module.css';

/** Draws an address as a QR code. Cameras need dark dots on a light ground, in both themes. */
export function LinkPicture({ address }: { address: string }) {
  const { data, size } = encode(address, { border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classes['picture']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="The link as a QR code"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
