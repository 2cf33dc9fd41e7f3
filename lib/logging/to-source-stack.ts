import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Replaces the places of compiled files in the stack by those of our sources, for every file that has a
 * source map beside it. Other places stay as they are. It reads the maps only now, because Node’s own support
 * keeps every map in memory, 100 MB of them.
 */
export function toSourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>();
  return stack.replace(placeInFile, (place, name: string, line: string, column: string) => {
    if (name.includes('node_modules')) return place;
    const file = name.startsWith('file:') ? fileURLToPath(name) : name;
    const map = maps.get(file) ?? readMap(file);
    maps.set(file, map);
    const source = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!source || !('originalSource' in source)) return place;
    const original = path.resolve(path.dirname(file), source.originalSource);
    return `${original}:${source.originalLine + 1}:${source.originalColumn + 1}`;
  });
}

/** Matches a path or a file address, a line and a column. */
const placeInFile = /(file:\/\/[^\n()]+?|(?:[A-Za-z]:\\|\/)[^\n():]+):(\d+):(\d+)/g;

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return null;
  }
}
