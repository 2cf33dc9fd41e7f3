import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { isExactNumber } from '../workflows/exact-number';
import { itemOf, memberOf, type Shape, takesOf } from '../workflows/shape';
import type { Resolve } from './aliases';
import { shorten } from './explain-issue';
import { needsQuotes, tooDeep } from './yaml-words';

/** Names a mistake at a place of the YAML text; `offset` counts characters. */
export type ValueFault = { offset: number; reason: string };

/** The limit keeps a small file from becoming a huge one. */
const maxRepeats = 20;
const maxDepth = 100;
const noMerge =
  'Write the settings out, because “<<” merges no groups here. If it is a name, put it in quotes.';
const inQuotes = 'If it is text, put it in quotes.';

/**
 * Reads the values of a document, each as its place takes it. YAML reads 3.10 as the number 3.1, and 0x1F as
 * 31. A place for text gets the text of the file; a place for a number gets the number. Where both fit, a
 * spelling that would be lost is a fault. A number that would be rounded is a fault, too.
 */
export function readValues(
  document: Document,
  shape: Shape,
  resolve: Resolve,
): { value: unknown; faults: ValueFault[] } {
  const reader = new ValueReader(resolve);
  return { value: reader.read(document.contents, shape, 0), faults: reader.faults };
}

class ValueReader {
  readonly faults: ValueFault[] = [];
  private readonly repeats = new Map<Node, number>();
  private isExcessive = false;

  constructor(private readonly resolve: Resolve) {}

  read(found: unknown, shape: Shape, depth: number): unknown {
    const node = this.open(found, depth);
    if (isMap(node))
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = isScalar(key) ? String(key.value) : '';
          if (isScalar(key) && key.source === '<<' && key.type === 'PLAIN') this.refuse(key, noMerge);
          return [name, this.read(value, memberOf(shape, name), depth + 1)];
        }),
      );
    if (isSeq(node)) return node.items.map((item, index) => this.read(item, itemOf(shape, index), depth + 1));
    if (!isScalar(node)) return null;
    const reading = isLostMark(node, this.resolve) ? lost : readScalar(node, shape);
    if (reading.fault !== null) this.refuse(found, reading.fault);
    return reading.value;
  }

  /** Returns the node that is there, or null when it cannot be read. */
  private open(found: unknown, depth: number): unknown {
    if (this.isExcessive) return null;
    if (depth > maxDepth) return this.refuseRest(found, tooDeep);
    if (!isNode(found) || !isAlias(found)) return found;
    const node = this.resolve(found);
    if (!isNode(node)) return this.refuse(found, needsQuotes);
    const repeats = (this.repeats.get(node) ?? 0) + 1;
    this.repeats.set(node, repeats);
    return repeats > maxRepeats ? this.refuseRest(found, 'The values repeat each other too often.') : node;
  }

  private refuse(found: unknown, reason: string): null {
    this.faults.push({ offset: (isNode(found) && found.range?.[0]) || 0, reason });
    return null;
  }

  private refuseRest(found: unknown, reason: string): null {
    this.isExcessive = true;
    return this.refuse(found, reason);
  }
}

/** An anchor that no alias names is the beginning of a text, such as “&Co is a company”. */
const isLostMark = (node: Scalar, resolve: Resolve) =>
  node.anchor !== undefined && node.type === 'PLAIN' && !resolve.isNamed(node);

type Reading = { value: unknown; fault: string | null };
const lost: Reading = { value: null, fault: needsQuotes };

function readScalar({ value, source: written = '' }: Scalar, shape: Shape): Reading {
  const isPlain = value === null || typeof value === 'number' || typeof value === 'boolean';
  if (shape === null || !isPlain) return { value, fault: null };
  const takes = takesOf(shape, value);
  if (!takes.text) return { value, fault: takes.itself ? findLoss(value, written) : null };
  if (takes.itself) {
    const isKept = JSON.stringify(value) === written;
    return { value, fault: isKept ? null : describeReading(value, written) };
  }
  return value === null ? { value, fault: describeReading(value, written) } : { value: written, fault: null };
}

/** A place for numbers alone allows any spelling, but no digit may be lost. */
function findLoss(value: unknown, written: string): string | null {
  if (typeof value !== 'number' || !/\d/.test(written) || isExactNumber(written)) return null;
  return `This number ${Number.isFinite(value) ? 'has too many digits' : 'is too large'}. ${inQuotes}`;
}

function describeReading(value: number | boolean | null, written: string): string {
  if (written === '') return 'This has no value. If it is an empty text, put it in quotes: "".';
  const read =
    value === null ? 'no value' : typeof value === 'number' ? `the number ${value}` : String(value);
  return `YAML reads “${shorten(written)}” as ${read}. ${inQuotes}`;
}
