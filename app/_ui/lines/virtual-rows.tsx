'use client';

import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { countOf } from '@/lib/shared/quantities';
import { useIsPrinting } from '../paper/use-is-printing';
import { type Scroller, useOffset, useScroller } from '../reading/use-scroller';

/** Rows not yet drawn count as this high. The browser measures drawn rows. */
const estimatedRowHeight = 20;
const rowsBeyondSight = 15;
/** Paper gets all rows up to these limits. More rows would take a browser many seconds. */
const printedAtMost = { rows: 5_000, cells: 40_000 };

type Props = {
  count: number;
  columns: number;
  cellsOf: (index: number) => ReactNode;
  /** The list starts at this row. */
  startAt?: number | null;
};
type Place = { start: RefObject<HTMLTableSectionElement | null> };

/**
 * Draws the rows in view and leaves empty room for the others. Follows its nearest scrolling ancestor. Draws
 * all rows on paper.
 */
export function VirtualRows(props: Props) {
  const start = useRef<HTMLTableSectionElement>(null);
  const scroller = useScroller(start);
  const isPrinting = useIsPrinting();
  return (
    <>
      <tbody ref={start} aria-hidden />
      {isPrinting && <PrintedRows {...props} />}
      {!isPrinting && scroller instanceof Window && (
        <RowsInWindow {...props} start={start} scroller={scroller} />
      )}
      {!isPrinting && scroller instanceof HTMLElement && (
        <RowsInElement {...props} start={start} scroller={scroller} />
      )}
    </>
  );
}

function RowsInWindow({ start, scroller, ...props }: Props & Place & { scroller: Scroller }) {
  const scrollMargin = useOffset(start, scroller);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: props.count,
    estimateSize: () => estimatedRowHeight,
    overscan: rowsBeyondSight,
    scrollMargin,
  });
  return <RowsInSight {...props} virtualizer={virtualizer} scrollMargin={scrollMargin} />;
}

function RowsInElement({ start, scroller, ...props }: Props & Place & { scroller: HTMLElement }) {
  const scrollMargin = useOffset(start, scroller);
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: props.count,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedRowHeight,
    overscan: rowsBeyondSight,
    scrollMargin,
  });
  return <RowsInSight {...props} virtualizer={virtualizer} scrollMargin={scrollMargin} />;
}

function PrintedRows({ count, columns, cellsOf }: Props) {
  const printed = Math.min(count, printedAtMost.rows, Math.floor(printedAtMost.cells / columns));
  return (
    <tbody>
      {Array.from({ length: printed }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <tr key={index}>{cellsOf(index)}</tr>
      ))}
      {printed < count && (
        <tr>
          <td colSpan={columns}>Not printed: {countOf(count - printed, 'more row')}.</td>
        </tr>
      )}
    </tbody>
  );
}

type InSightProps = Props & {
  virtualizer: Virtualizer<HTMLElement, HTMLTableRowElement> | Virtualizer<Window, HTMLTableRowElement>;
  scrollMargin: number;
};

function RowsInSight({ columns, cellsOf, virtualizer, scrollMargin, startAt = null }: InSightProps) {
  useEffect(() => {
    if (startAt !== null) virtualizer.scrollToIndex(startAt, { align: 'center' });
  }, [virtualizer, startAt]);
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <tbody>
      <Room height={before} columns={columns} />
      {items.map(({ index }) => (
        <tr key={index} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 1}>
          {cellsOf(index)}
        </tr>
      ))}
      <Room height={after} columns={columns} />
    </tbody>
  );
}

function Room({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
