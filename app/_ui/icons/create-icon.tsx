import type { ComponentType, SVGProps } from 'react';

/** `size` in pixels (default 24), and the width of the `stroke` in units of a drawing of 24 by 24 (default 2). */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number };

/** An icon of lines in the color of the text. `paths`: what is drawn, in a square of 24 by 24. */
export function createIcon(...paths: string[]): ComponentType<IconProps> {
  return (props) => <Lines paths={paths} {...props} />;
}

/** An icon of areas in the color of the text. */
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
