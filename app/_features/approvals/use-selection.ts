import { useRef, useState } from 'react';

export type Selection = {
  /** Null while there is nothing to select. */
  id: string | null;
  select: (id: string) => void;
  /** Selects the request that is so many places further down; false at the end of the list. */
  move: (by: number) => boolean;
  /** Selects the neighbor of a request that has been decided: the next one, else the previous one. */
  leave: (decidedId: string) => void;
};

/**
 * The one selected request of a list. It stays selected when it leaves the list, because it was decided elsewhere: its
 * record can then be read, and no other request takes its place under the person's hands.
 */
export function useSelection(waiting: readonly { id: string }[]): Selection {
  const [id, setId] = useState<string | null>(null);
  const firstId = waiting[0]?.id ?? null;
  if (id === null && firstId !== null) setId(firstId);
  const index = waiting.findIndex((request) => request.id === id);
  /** Where the selected request is, or was when it was last in the list. */
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
