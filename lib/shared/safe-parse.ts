/**
 * Parses JSON from outside with `parse`, a `safeParse` of zod, and returns mistakes where zod throws.
 * Zod compares the `length` of a value that should be a text or a list, even after it has found an object
 * there. So it can throw when that object's member `length` is an object too. This function then returns the
 * mistakes of the same data without that member.
 */
export function safeParse<Parsed extends { success: boolean }>(
  data: unknown,
  parse: (data: unknown) => Parsed,
): Parsed {
  try {
    return parse(data);
  } catch (thrown) {
    const parsed = thrown instanceof TypeError ? parse(withoutOddLengths(data)) : null;
    // A success without that member would describe other data than the caller's.
    if (!parsed || parsed.success) throw thrown;
    return parsed;
  }
}

function withoutOddLengths(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutOddLengths);
  if (typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).filter(
    ([name, value]) => name !== 'length' || typeof value !== 'object',
  );
  return Object.fromEntries(members.map(([name, value]) => [name, withoutOddLengths(value)]));
}
