const attribute = 'data-mantine-color-scheme';

/** Browsers do not print backgrounds, so the pale text of the dark scheme would be unreadable on paper. */
export function keepPaperLight(): () => void {
  const root = document.documentElement;
  const paper = window.matchMedia('print');
  let onScreen = root.getAttribute(attribute);
  const follow = () => {
    if (paper.matches) {
      onScreen = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    } else if (onScreen) {
      root.setAttribute(attribute, onScreen);
    }
  };
  paper.addEventListener('change', follow);
  return () => paper.removeEventListener('change', follow);
}
