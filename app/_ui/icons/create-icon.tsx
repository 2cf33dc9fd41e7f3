import type { ComponentType, SVGProps } from 'react';

/**
 * `size` is in pixels (default 24). `stroke` is the line width in units of the 24 by 24 drawing (default 2).
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number };

/** Creates an icon of lines in the color of the text. `paths` are drawn in a square of 24 by 24. */
export function createIcon(...paths: string[]): ComponentType<IconProps> {
  return (props) => <Lines paths={paths} {...props} />;
}

/** Creates an icon of filled areas in the color of the text. */
export function createFilledIcon(...paths: string[]): ComponentType<IconProps> {
  return (props) => <Areas paths={paths} {...props} />;
}

type DrawingProps = IconProps & { paths: readonly string[] };

function Lines({ stroke = 2, ...props }: DrawingProps) {
  const pen = {
    stroke: 'currentColor',
    strokeWidth: stroke,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return <Drawing fill="none" {...pen} {...props} />;
}

function Areas({ stroke: _noLines, ...props }: DrawingProps) {
  return <Drawing fill="currentColor" stroke="none" {...props} />;
}

function Drawing({ size = 24, paths, ...attributes }: Omit<DrawingProps, 'stroke'> & { stroke: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its caller hides it from screen readers, or names it
    <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 24 24" {...attributes}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
