/** Three to five round marks of an axis, from 0 to one that holds `largest`. */
export function toTicks(largest: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(largest, 4) / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size * 4 >= largest) ?? 1;
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
