import { expect, it } from 'vitest';
import { createSharedOpen } from './shared-open';

type Door = { number: number; isClosed: boolean; close(): void };

function openDoors() {
  const doors: Door[] = [];
  const open = async () => {
    const door = {
      number: doors.length,
      isClosed: false,
      close() {
        door.isClosed = true;
      },
    };
    doors.push(door);
    return door;
  };
  return { doors, open, shared: createSharedOpen<string, Door>() };
}

it('opens once for all who use it at one time, and closes after the last one', async () => {
  const { doors, open, shared } = openDoors();
  const [first, second] = await Promise.all([shared.use('a', open), shared.use('a', open)]);
  expect(first.thing).toBe(second.thing);
  first.release();
  expect(doors.map(({ isClosed }) => isClosed)).toEqual([false]);
  second.release();
  expect(doors.map(({ isClosed }) => isClosed)).toEqual([true]);
  const again = await shared.use('a', open);
  expect(again.thing.number).toBe(1);
});

it('what failed to open is opened again for the next one', async () => {
  const { open, shared } = openDoors();
  const fail = async (): Promise<Door> => {
    throw new Error('Locked');
  };
  await expect(Promise.all([shared.use('a', fail), shared.use('a', open)])).rejects.toThrow('Locked');
  expect((await shared.use('a', open)).thing.number).toBe(0);
});
