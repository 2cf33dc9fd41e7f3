import { type Document, isAlias, isMap, isNode, isScalar, isSeq, Scalar, visit, type YAMLMap } from 'yaml';

/**
 * These settings have text as their value. The default is text unless the type is one of
 * `typesWithOwnDefault`.
 */
const textSettings = ['title', 'category', 'description', 'system_prompt', 'model'];
const parameterTexts = ['label', 'help', 'placeholder', 'pattern', 'pattern_message', 'unit'];
const optionTexts = ['value', 'label'];
const typesWithOwnDefault = ['number', 'switch'];

/**
 * Replaces numbers, true and false with the file's own text where a workflow file has text: YAML reads 3.10
 * as the number 3.1, and 0x1F as 31. It changes `document`, before the document becomes data.
 */
export function keepTextAsWritten(document: Document): void {
  const root = document.contents;
  if (!isMap(root)) return;
  keepSettings(document, root, textSettings);
  for (const parameter of itemsOf(document, root.get('parameters', true))) {
    if (!isMap(parameter)) continue;
    keepSettings(document, parameter, parameterTexts);
    keepEach(document, parameter.get('options', true), (option) =>
      keepSettings(document, option, optionTexts),
    );
    if (typesWithOwnDefault.includes(String(parameter.get('type')))) continue;
    keepSettings(document, parameter, ['default']);
    keepEach(document, parameter.get('default', true));
  }
}

/** Returns the offset of the first integer that JavaScript would round, or null when there is none. */
export function findRoundedNumber(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Scalar: (_, scalar) => {
      if (!isRounded(scalar)) return undefined;
      found = scalar.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

function isRounded({ value, source }: Scalar): boolean {
  if (typeof value !== 'number' || source === undefined || !/^[-+]?\d+$/.test(source)) return false;
  return !Number.isFinite(value) || BigInt(source.replace(/^\+/, '')) !== BigInt(value);
}

function keepSettings(document: Document, map: YAMLMap, names: readonly string[]): void {
  for (const name of names) {
    const node = map.get(name, true);
    const text = toText(document, node);
    if (text !== null) map.set(name, positioned(text, node));
  }
}

function keepEach(document: Document, list: unknown, change?: (item: YAMLMap) => void): void {
  const sequence = isAlias(list) ? list.resolve(document) : list;
  if (!isSeq(sequence)) return;
  for (const [index, item] of sequence.items.entries()) {
    const text = toText(document, item);
    if (text !== null) sequence.items[index] = positioned(text, item);
    else if (isMap(item)) change?.(item);
  }
}

/** Returns null when the value is text already, is empty, or is a list or a group. */
function toText(document: Document, node: unknown): string | null {
  const scalar = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(scalar) || scalar.source === undefined) return null;
  return typeof scalar.value === 'number' || typeof scalar.value === 'boolean' ? scalar.source : null;
}

/** Faults name the line of a value and aliases its anchor, so the text takes both from the number. */
function positioned(text: string, node: unknown): Scalar {
  const scalar = new Scalar(text);
  if (isNode(node)) scalar.range = node.range ?? null;
  if (isScalar(node) && node.anchor !== undefined) scalar.anchor = node.anchor;
  return scalar;
}

function itemsOf(document: Document, node: unknown): readonly unknown[] {
  const list = isAlias(node) ? node.resolve(document) : node;
  return isSeq(list) ? list.items : [];
}
