const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Gives the date where the server is: "Today is Sunday, 2026-11-22." A request says it, so that "by Friday"
 * has a meaning.
 */
export function describeToday(now: Date): string {
  return `Today is ${weekdays[now.getDay()]}, ${localDate(now)}.`;
}

/** Gives the server's date as "2026-11-22". */
export function localDate(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
