import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActorId, createId, type RunId } from '../shared/ids';
import { createFairQueue, orderFairly } from './fair-queue';

const people = Array.from({ length: 4 }, () => createId('usr'));

/** Names each run by its person and its number. */
const someTurns = fc
  .array(fc.nat({ max: 8 }), { maxLength: 6 })
  .map((counts) =>
    counts.map((count, person) => Array.from({ length: count }, (_, run) => `${person}.${run}`)),
  );

describe('the line of waiting runs', () => {
  it('has each run once, and a person’s own in their order', () => {
    fc.assert(
      fc.property(someTurns, (turns) => {
        const line = orderFairly(turns);
        expect(line.toSorted()).toEqual(turns.flat().toSorted());
        for (const runs of turns) expect(line.filter((run) => runs.includes(run))).toEqual(runs);
      }),
    );
  });

  it('has at most one more run of anybody before a run of somebody else', () => {
    fc.assert(
      fc.property(someTurns, (turns) => {
        const line = orderFairly(turns);
        for (const [at, run] of line.entries()) {
          const own = turns.find((runs) => runs.includes(run))?.indexOf(run) ?? 0;
          for (const runs of turns)
            expect(line.slice(0, at).filter((other) => runs.includes(other)).length).toBeLessThanOrEqual(
              own + 1,
            );
        }
      }),
    );
  });
});

const someSteps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('come'), index: fc.nat({ max: people.length - 1 }) }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('end'), index: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('leave'), index: fc.nat() }) },
  ),
  { maxLength: 120 },
);
type Steps = readonly { type: string; index: number }[];

/**
 * Plays a server with one place, in which a run works when the test begins. Notes who began, and who waited
 * then. Calls `look` after each step.
 */
function play(steps: Steps, look: (line: readonly RunId[], type: string) => void = () => {}) {
  const queue = createFairQueue();
  const waiting = new Map<RunId, ActorId>();
  const turns: { person: ActorId; others: ReadonlySet<ActorId> }[] = [];
  for (const { type, index } of steps) {
    if (type === 'come') {
      const [runId, person] = [createId('run'), people[index] ?? createId('usr')];
      waiting.set(runId, person);
      queue.add(runId, person, 'main');
    } else if (type === 'end') {
      const foreseen = queue.order()[0] ?? null;
      const next = queue.takeNext(() => true);
      expect(next?.runId ?? null).toBe(foreseen);
      if (next === null) continue;
      expect(waiting.get(next.runId)).toBe(next.person);
      waiting.delete(next.runId);
      turns.push({ person: next.person, others: new Set(waiting.values()) });
    } else if (waiting.size > 0) {
      const [runId] = [...waiting.keys()].slice(index % waiting.size);
      if (runId)
        expect([waiting.delete(runId), queue.remove(runId), queue.remove(runId)]).toEqual([
          true,
          true,
          false,
        ]);
    }
    expect(queue.order().toSorted()).toEqual([...waiting.keys()].toSorted());
    expect(queue.size()).toBe(waiting.size);
    look(queue.order(), type);
  }
  return turns;
}

describe('people who take turns', () => {
  it('wait for at most one turn of each other person, no matter who comes, ends or leaves', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const turns = play(steps);
        for (const person of people) {
          let before = new Set<ActorId>();
          for (const turn of turns) {
            if (turn.person === person || !turn.others.has(person)) before = new Set();
            else {
              expect(before.has(turn.person)).toBe(false);
              before.add(turn.person);
            }
          }
        }
      }),
    );
  });

  it('see each place come nearer by one at each turn, and never go back when a run leaves', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        let before: readonly RunId[] = [];
        play(steps, (line, type) => {
          if (type === 'end') expect(line).toEqual(before.slice(1));
          if (type === 'leave')
            for (const run of line) expect(line.indexOf(run)).toBeLessThanOrEqual(before.indexOf(run));
          before = line;
        });
      }),
    );
  });

  it('go before the second of 50 runs of another person', () => {
    const queue = createFairQueue();
    const [many = createId('usr'), one = createId('usr')] = people;
    for (let run = 0; run < 50; run += 1) queue.add(createId('run'), many, 'main');
    const first = createId('run');
    queue.add(first, one, 'main');
    expect(queue.order().indexOf(first)).toBe(1);
  });
});
