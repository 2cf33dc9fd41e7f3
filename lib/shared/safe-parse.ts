/**
 * What `parse`, a `safeParse` of zod, makes of JSON from outside; throws for none. Zod compares the `length` of a value that should be a text or
 * a list also after it has found an object there, so a member `length` that is an object, too, can make it throw. The mistakes of
 * such data are those of the same data without that member.
 */
export function safeParse<Parsed extends { success: boolean }>(
  data: unknown,
  parse: (data: unknown) => Parsed,
): Parsed {
  try {
    return parse(data);
  } catch (thrown) {
    const parsed = thrown instanceof TypeError ? parse(withoutOddLengths(data)) : null;
    // What was read is other data than what came.
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
