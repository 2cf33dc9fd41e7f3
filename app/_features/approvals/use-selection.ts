import { useRef, useState } from 'react';

export type Selection = {
  /** This is null while there is nothing to select. */
  id: string | null;
  select: (id: string) => void;
  /** Selects the request that is this many places further down. Returns false at the end of the list. */
  move: (by: number) => boolean;
  /** Selects the neighbor of a decided request: the next one, or else the previous one. */
  leave: (decidedId: string) => void;
};

/**
 * Keeps the one selected request of a list. A request that was decided elsewhere leaves the list but stays
 * selected, so that the person can read its record and no other request takes its place under their hands.
 */
export function useSelection(waiting: readonly { id: string }[]): Selection {
  const [id, setId] = useState<string | null>(null);
  const firstId = waiting[0]?.id ?? null;
  if (id === null && firstId !== null) setId(firstId);
  const index = waiting.findIndex((request) => request.id === id);
  /** Holds the place of the selected request, now or when it was last in the list. */
  const place = useRef(0);
  if (index !== -1) place.current = index;

  return {
    id,
    select: setId,
    move(by) {
      const isGone = index === -1;
      const next = waiting[isGone && by > 0 ? place.current + by - 1 : place.current + by];
      if (next) setId(next.id);
      return next !== undefined;
    },
    leave(decidedId) {
      const others = waiting.filter((request) => request.id !== decidedId);
      const neighbor = others[place.current] ?? others[place.current - 1] ?? others.at(-1);
      if (neighbor) setId((current) => (current === decidedId ? neighbor.id : current));
    },
  };
}
