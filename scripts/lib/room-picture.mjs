const testCode = /^tests\/|\.(test|contract)\.tsx?$|\/testing\/|\/fixtures\//;

/** Returns the room of a file: `app`, or the folder in `lib`. Test code has none. */
function toRoom(file) {
  if (testCode.test(file)) return null;
  return file.startsWith('app/') ? 'app' : (/^lib\/([\w-]+)\//.exec(file)?.[1] ?? null);
}

function readRooms(imports) {
  const rooms = new Map();
  for (const { from, to } of imports) {
    const [room, target] = [toRoom(from), toRoom(to)];
    if (!room || !target || room === target) continue;
    rooms.set(room, (rooms.get(room) ?? new Set()).add(target));
  }
  return rooms;
}

function reachFrom(rooms, room, reached = new Set()) {
  for (const target of rooms.get(room) ?? []) {
    if (reached.has(target)) continue;
    reachFrom(rooms, target, reached.add(target));
  }
  return reached;
}

/** Returns the rooms that import themselves by way of others, so that none of them is above the other. */
export function findCircles(imports) {
  const rooms = readRooms(imports);
  return [...rooms.keys()].filter((room) => reachFrom(rooms, room).has(room));
}

/**
 * Draws the rooms as a Mermaid flowchart. It leaves out an arrow that a longer way makes too, because all
 * arrows together hide the floors. The rooms have no circle.
 */
export function drawRooms(imports) {
  const rooms = readRooms(imports);
  const arrows = [...rooms].flatMap(([room, targets]) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => reachFrom(rooms, other).has(target)))
      .map((target) => `  ${room} --> ${target}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows.toSorted(), '```'].join('\n');
}
