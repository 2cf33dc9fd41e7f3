/**
 * Next gives instrumentation and route handlers separate copies of every module. What must exist once per
 * process therefore lives on `globalThis`, under a registered symbol.
 */
export function oncePerProcess<T>(name: string, create: () => T): T {
  const key = Symbol.for(`countersign.${name}`);
  // One caller has each name, so what is there under it is a T.
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = holder[key];
  if (existing !== undefined) return existing;
  const created = create();
  holder[key] = created;
  return created;
}
