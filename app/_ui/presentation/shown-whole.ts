import type { PresentationView } from '@/lib/contracts/presentation';

/** Whether one of these presentations shows the complete value, so that it need not be repeated. */
export function isShownWhole(value: string, shown: readonly PresentationView[]): boolean {
  return value !== '' && shown.some((presentation) => wholeTexts(presentation).includes(value));
}

function wholeTexts(presentation: PresentationView): string[] {
  switch (presentation.kind) {
    case 'text':
      return [presentation.text];
    case 'diff':
      return presentation.change === 'create'
        ? [presentation.path, addedText(presentation)]
        : [presentation.path];
    case 'command':
      return [presentation.command, presentation.folder];
    case 'request':
      return [presentation.method, presentation.url, presentation.body ?? ''];
    case 'move':
      return [presentation.from, presentation.to];
    default:
      return [];
  }
}

/** The text of a new file. Without a note its last line has a line end. */
function addedText({ hunks }: Extract<PresentationView, { kind: 'diff' }>): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  if (added.length === 0) return '';
  return lines.at(-1)?.startsWith('\\') ? added.join('\n') : `${added.join('\n')}\n`;
}
