import type { ReactNode } from 'react';

type Props = { label: string; className?: string | undefined; children: ReactNode };

/** Lets the keyboard reach and scroll content that scrolls on its own. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one more landmark on the page, a fieldset a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <div role="group" tabIndex={0} aria-label={label} className={className}>
      {children}
    </div>
  );
}
