import { isDigit, skipBlanksInLine } from './characters';

/** Where the content of the list item at `first` begins; null when there is no list item. */
export function listContentAt(text: string, first: number, lineEnd: number): number | null {
  let at = first;
  if ('-*+•'.includes(text.charAt(at))) at += 1;
  else {
    while (at - first < 9 && isDigit(text.charCodeAt(at))) at += 1;
    if (at === first || (text[at] !== '.' && text[at] !== ')')) return null;
    at += 1;
  }
  const content = skipBlanksInLine(text, at, lineEnd);
  return content > at && content < lineEnd ? content : null;
}
