/**
 * Returns true when JavaScript reads this spelling (decimal, or an integer after 0x or 0o) as the number that
 * is written. An integer must be exactly equal; for any other number, the shortest spelling must have the
 * same digits.
 */
export function isExactNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (/^(?:[-+]?\d+|0[xo][\da-f]+)$/i.test(written))
    return BigInt(written.replace(/^\+/, '')) === BigInt(value);
  return digitsOf(written) === digitsOf(String(value));
}

/** Returns the digits without zeros around them, and the power of ten that they count. */
function digitsOf(decimal: string): string {
  const [, whole = '', part = '', power = '0'] = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(decimal) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end === 0 ? '0' : `${digits.slice(0, end)}e${Number(power) - part.length + digits.length - end}`;
}
