'use client';

import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import classes from '../lines/line-table.module.css';
import { VirtualRows } from '../lines/virtual-rows';
import { useHighlighter } from '../syntax/use-highlighter';
import { CodeLine } from './code-line';
import { createLineSyntax } from './line-syntax';

/** The browser's own search finds only drawn lines, so up to this many lines are all drawn. */
const virtualFromLines = 1_500;

type Props = { label: string; text: string; language: string; markedLine: number | null };

/** Shows a text in the colors of its language, with numbered lines. It scrolls to `markedLine`. */
export function CodeLines({ label, text, language, markedLine }: Props) {
  const lines = useMemo(() => splitLines(text), [text]);
  const findRanges = useHighlighter(language !== '');
  const syntax = useMemo(
    () => findRanges && createLineSyntax(lines, language, findRanges),
    [findRanges, lines, language],
  );
  const cellsOf = useCallback(
    (index: number) => (
      <CodeLine
        number={index + 1}
        text={lines[index] ?? ''}
        ranges={syntax?.(index) ?? []}
        isMarked={index + 1 === markedLine}
      />
    ),
    [lines, syntax, markedLine],
  );
  const isVirtual = lines.length > virtualFromLines;
  return (
    <table
      className={classes['table']}
      aria-label={label}
      aria-rowcount={isVirtual ? lines.length : undefined}
      style={{ '--digits': String(lines.length).length, '--text-inset': '0.75rem' } as CSSProperties}
    >
      <colgroup>
        <col className={classes['numberColumn']} />
        <col />
      </colgroup>
      {isVirtual ? (
        <VirtualRows
          count={lines.length}
          columns={2}
          cellsOf={cellsOf}
          startAt={markedLine === null ? null : markedLine - 1}
        />
      ) : (
        <AllRows count={lines.length} cellsOf={cellsOf} startAt={markedLine} />
      )}
    </table>
  );
}

type AllRowsProps = { count: number; cellsOf: (index: number) => ReactNode; startAt: number | null };

function AllRows({ count, cellsOf, startAt }: AllRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (startAt !== null) body.current?.rows[startAt - 1]?.scrollIntoView({ block: 'center' });
  }, [startAt]);
  return (
    <tbody ref={body}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <tr key={index}>{cellsOf(index)}</tr>
      ))}
    </tbody>
  );
}

/** Starts no line after a final line end. Carriage returns stay visible unless every line end has one. */
function splitLines(text: string): string[] {
  const hasWindowsEnds = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  const lines = text.split(hasWindowsEnds ? '\r\n' : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
