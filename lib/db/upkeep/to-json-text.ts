const indentation = '  ';

/**
 * A part is written piece by piece: it is JSON text, or a list or object that makes each value when its turn
 * comes.
 */
export type JsonPart =
  | { text: string }
  | { list: Iterable<JsonPart> }
  | { entries: Iterable<[name: string, value: JsonPart]> };

/** Yields the text of `JSON.stringify(value, null, 2)` in pieces. */
export function* toJsonText(part: JsonPart, indent = ''): Generator<string> {
  // A line break in JSON text is never within a string.
  if ('text' in part) yield part.text.replaceAll('\n', `\n${indent}`);
  else {
    const inner = indent + indentation;
    const [open, close] = 'list' in part ? '[]' : '{}';
    let isEmpty = true;
    yield open as string;
    for (const [name, value] of 'list' in part ? withoutNames(part.list) : part.entries) {
      yield `${isEmpty ? '' : ','}\n${inner}${name === null ? '' : `${JSON.stringify(name)}: `}`;
      yield* toJsonText(value, inner);
      isEmpty = false;
    }
    yield isEmpty ? (close as string) : `\n${indent}${close}`;
  }
}

function* withoutNames(list: Iterable<JsonPart>): Generator<[null, JsonPart]> {
  for (const value of list) yield [null, value];
}
