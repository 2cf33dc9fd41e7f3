const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** "Today is Sunday, 2026-11-22.": the date where the server is. A request says it, so that "by Friday" has a meaning. */
export function describeToday(now: Date): string {
  return `Today is ${weekdays[now.getDay()]}, ${localDate(now)}.`;
}

/** "2026-11-22" */
export function localDate(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
