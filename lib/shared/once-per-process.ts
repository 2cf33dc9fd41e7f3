/**
 * Keeps one value per process on `globalThis`, under a registered symbol. Next gives instrumentation and
 * route handlers separate copies of every module, so a module cannot keep it.
 */
export function oncePerProcess<T>(name: string, create: () => T): T {
  const key = Symbol.for(`countersign.${name}`);
  // Each name has one caller, so the value under it is a T.
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = holder[key];
  if (existing !== undefined) return existing;
  const created = create();
  holder[key] = created;
  return created;
}
