import type { ActorId, RunId } from '../shared/ids';

/**
 * Puts the waiting runs of all people in one line. `turns` has the runs of each person in their own order, and
 * the people in the order of their next turn. Each round of the line has one run of everybody who still has
 * one. So nobody waits for more than one run of each other person, however many they have.
 */
export function orderFairly<Id>(turns: readonly (readonly Id[])[]): Id[] {
  const line: Id[] = [];
  let round = turns.filter((runs) => runs.length > 0);
  for (let at = 0; round.length > 0; at += 1) {
    for (const runs of round) line.push(...runs.slice(at, at + 1));
    round = round.filter((runs) => at + 1 < runs.length);
  }
  return line;
}

/** Keeps the runs that wait for a place, and lets their people take turns. */
export function createFairQueue() {
  /** The people are in the order of their next turn, and everybody has a run here. */
  const turns = new Map<ActorId, RunId[]>();
  const people = new Map<RunId, ActorId>();
  const workspaces = new Map<RunId, string>();
  const remove = (runId: RunId): boolean => {
    const person = people.get(runId);
    if (person === undefined) return false;
    people.delete(runId);
    workspaces.delete(runId);
    const left = (turns.get(person) ?? []).filter((other) => other !== runId);
    if (left.length > 0) turns.set(person, left);
    else turns.delete(person);
    return true;
  };
  return {
    /** Adds a run at the end of its person's own. A person who had none gets the last turn of this round. */
    add(runId: RunId, person: ActorId, workspaceId: string): void {
      people.set(runId, person);
      workspaces.set(runId, workspaceId);
      const own = turns.get(person);
      if (own) own.push(runId);
      else turns.set(person, [runId]);
    },
    /** Returns false when the run does not wait. */
    remove,
    /**
     * Removes the next run whose workspace has a place, and returns it with its person, whose next turn is after
     * everybody else's. A person without such a run keeps the turn.
     */
    takeNext(
      hasPlace: (workspaceId: string) => boolean,
    ): { runId: RunId; person: ActorId; workspaceId: string } | null {
      for (const [person, runs] of turns) {
        const runId = runs.find((one) => hasPlace(workspaces.get(one) ?? ''));
        if (runId === undefined) continue;
        const workspaceId = workspaces.get(runId) ?? '';
        remove(runId);
        const left = turns.get(person);
        // The person goes to the end of the line.
        turns.delete(person);
        if (left) turns.set(person, left);
        return { runId, person, workspaceId };
      }
      return null;
    },
    /** Tells whether a waiting run could begin. */
    hasNext: (hasPlace: (workspaceId: string) => boolean) => [...workspaces.values()].some(hasPlace),
    has: (runId: RunId) => people.has(runId),
    size: () => people.size,
    /** Returns all waiting runs, the next one first. */
    order: () => orderFairly([...turns.values()]),
    /** Removes every run and returns them. */
    clear(): RunId[] {
      const runIds = [...people.keys()];
      people.clear();
      workspaces.clear();
      turns.clear();
      return runIds;
    },
  };
}
