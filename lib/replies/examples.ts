import type { JsonValue } from '../shared/json';
import { findAttempt, tellingPieces } from './attempt';
import { lineEndAt, type Span } from './characters';
import { callLabel, fenceOpeningAt } from './fence';
import { keysIn } from './keys';
import { findOthersTurn } from './others-turn';
import type { Piece } from './piece';
import { readLines } from './read-lines';
import type { Reader } from './reader';

/**
 * Holds an attempt at a call that may be data about another program. `isInTags` means that it is in the tags
 * or the fence of calls.
 */
export type Example = { value: JsonValue; isInTags: boolean };
/** Holds what a reply shows if all its attempts are examples. */
export type ReplyWithExamples = { text: string; examples: Example[] };

/**
 * Returns the attempts of a malformed reply as examples, if each is valid JSON among the reply's own words
 * (before it and after it) and nothing else is an attempt. Returns null otherwise. The function knows no
 * tools: its caller decides what the attempts mean.
 */
export function findExamples(reply: string): ReplyWithExamples | null {
  const reader = readLines(reply);
  const { raw, start } = reader;
  const telling = tellingPieces(reader);
  const found = telling.flatMap((piece) => toExample(reader, piece));
  if (found.length === 0 || found.length < telling.length || hasKeysBeside(reader)) return null;
  const first = Math.min(...found.map(({ piece }) => piece.start));
  const last = Math.max(...found.map(({ piece }) => piece.end));
  const ownEnd = findOthersTurn(raw, start, reader.reasoning);
  if (!hasWords(reader, start, first) || !hasWords(reader, last, ownEnd)) return null;
  const examples = new Set(telling);
  reader.pieces = reader.pieces.filter((piece) => !examples.has(piece));
  if (findAttempt(reader)) return null;
  return { text: raw.slice(start), examples: found.map(({ example }) => example) };
}

function toExample(reader: Reader, piece: Piece): { piece: Piece; example: Example }[] {
  const { raw } = reader;
  const { start, end } = piece.json;
  if (piece.call) return [];
  const scan = reader.scan(start);
  if (scan.fault || scan.end !== end || scan.duplicateKey) return [];
  const label = fenceOpeningAt(raw, piece.start)?.label ?? '';
  const isInTags = piece.placement === 'tag' || piece.start < reader.callEnd || callLabel.test(label);
  return [{ piece, example: { value: JSON.parse(raw.slice(start, end)) as JsonValue, isInTags } }];
}

/**
 * An extra closing brace leaves keys of a call after its object: `terminate` anywhere, the others next to it.
 */
function hasKeysBeside({ raw, pieces }: Reader): boolean {
  let at = 0;
  for (const { json } of [...pieces, { json: { start: raw.length, end: raw.length } }]) {
    const { quoted } = keysIn(raw, at, json.start);
    if (quoted.includes('terminate')) return true;
    if (at > 0 && keysIn(raw, at, Math.min(json.start, lineEndAt(raw, at))).quoted.length > 0) return true;
    at = Math.max(at, json.end);
  }
  return false;
}

/** Says whether this part of a reply has words outside its JSON, reasoning and tags. */
function hasWords({ raw, pieces, reasoning }: Reader, from: number, to: number): boolean {
  const hidden: Span[] = [...pieces, ...reasoning].sort((left, right) => left.start - right.start);
  let at = from;
  for (const { start, end } of [...hidden, { start: to, end: to }]) {
    if (/\p{L}/u.test(raw.slice(at, Math.min(start, to)).replace(/<[^<>]*>/g, ''))) return true;
    at = Math.max(at, end);
  }
  return false;
}
