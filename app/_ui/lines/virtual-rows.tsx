'use client';

import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type Scroller, useOffset, useScroller } from '../reading/use-scroller';

/** For rows that are not drawn yet; drawn rows are measured. */
const estimatedRowHeight = 20;
const rowsBeyondSight = 15;

type Props = {
  count: number;
  columns: number;
  cellsOf: (index: number) => ReactNode;
  /** The row to begin at. */
  startAt?: number | null;
};
type Place = { start: RefObject<HTMLTableSectionElement | null> };

/** Draws the rows in view and leaves empty room for the others. Scrolls with its nearest scrolling ancestor. */
export function VirtualRows(props: Props) {
  const start = useRef<HTMLTableSectionElement>(null);
  const scroller = useScroller(start);
  return (
    <>
      <tbody ref={start} aria-hidden />
      {scroller instanceof Window && <RowsInWindow {...props} start={start} scroller={scroller} />}
      {scroller instanceof HTMLElement && <RowsInElement {...props} start={start} scroller={scroller} />}
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
