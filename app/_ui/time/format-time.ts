const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

// The app formats dates by hand: the first Intl.DateTimeFormat costs a browser 25 ms or more during the first
// render, and the interface is in English only.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a duration: "40 ms", "1.2 s", "2 min 05 s", "1 h 04 min". */
export function formatDuration(ms: number): string {
  if (ms < second) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10 * second) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < minute) return `${Math.floor(ms / second)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${pad((ms % minute) / second)} s`;
  return `${Math.floor(ms / hour)} h ${pad((ms % hour) / minute)} min`;
}

/** Formats a running clock in whole seconds: "0 s", "42 s", "2 min 05 s". */
export function formatElapsed(ms: number): string {
  const whole = Math.floor(ms / second) * second;
  return whole < minute ? `${whole / second} s` : formatDuration(whole);
}

/** Formats a limit without zero units: "5 min", "90 s". */
export function formatLimit(ms: number): string {
  return ms % minute === 0 ? `${ms / minute} min` : `${Math.round(ms / second)} s`;
}

/**
 * Formats an age: "just now", "3 min ago", "2 h ago", "yesterday", "5 days ago", else the date. Days follow
 * the reader's calendar.
 */
export function formatAge(iso: string, now: Date): string {
  const age = now.getTime() - Date.parse(iso);
  if (age < 45 * second) return 'just now';
  if (age < hour) return `${Math.max(1, Math.round(age / minute))} min ago`;
  const days = countDays(new Date(iso), now);
  // A day has 25 hours when the clocks go back.
  if (age < day || days === 0) return `${Math.round(age / hour)} h ago`;
  if (days === 1) return 'yesterday';
  return days < 7 ? `${days} days ago` : formatDate(iso, now);
}

/** Formats a wait so far: "20 s", "3 min", "2 h", "5 days". */
export function formatWaiting(iso: string, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(iso));
  if (age < minute) return `${Math.floor(age / second)} s`;
  if (age < hour) return `${Math.floor(age / minute)} min`;
  return age < 2 * day ? `${Math.floor(age / hour)} h` : `${Math.floor(age / day)} days`;
}

/** Formats the time left, in full units: "20 s", "12 min", "2 h", "5 days". */
export function formatLeft(iso: string, now: Date): string {
  const leftMs = Math.max(0, Date.parse(iso) - now.getTime());
  if (leftMs <= 99 * second) return `${Math.ceil(leftMs / second)} s`;
  if (leftMs <= 99 * minute) return `${Math.round(leftMs / minute)} min`;
  return leftMs < 2 * day ? `${Math.round(leftMs / hour)} h` : `${Math.round(leftMs / day)} days`;
}

/** Returns "14:02" for today and "Oct 3, 14:02" for any other day. */
export function formatClock(iso: string, now: Date): string {
  const date = new Date(iso);
  const time = timeOfDay(date);
  return date.toDateString() === now.toDateString() ? time : `${formatDate(iso, now)}, ${time}`;
}

/** Returns "14:02" for any day. */
export function formatTimeOfDay(iso: string): string {
  return timeOfDay(new Date(iso));
}

/**
 * Returns the day as a heading: "Today", "Yesterday", "Friday", else the date. Days follow the reader's
 * calendar.
 */
export function formatDay(iso: string, now: Date): string {
  const date = new Date(iso);
  const days = countDays(date, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? (weekdays[date.getDay()] ?? '') : formatDate(iso, now);
}

/** Returns "Oct 3" for this year and "Oct 3, 2025" for any other. */
export function formatDate(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const year = date.getFullYear();
  return year === now.getFullYear() ? dayOfYear(date) : `${dayOfYear(date)}, ${year}`;
}

/** Returns the complete date for titles and screen readers: "Saturday, Oct 3, 2026, 14:02:05". */
export function formatFull(iso: string): string {
  const date = new Date(iso);
  const weekday = weekdays[date.getDay()];
  return `${weekday}, ${dayOfYear(date)}, ${date.getFullYear()}, ${timeOfDay(date)}:${pad(date.getSeconds())}`;
}

/** Counts calendar days: one date to the next is 1, however many hours a day has. */
function countDays(from: Date, to: Date): number {
  return (toDayStart(to) - toDayStart(from)) / day;
}

/** Returns the reader's calendar date as a time in UTC, where clocks never change. */
function toDayStart(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

function dayOfYear(date: Date): string {
  return `${months[date.getMonth()]} ${date.getDate()}`;
}

function timeOfDay(date: Date): string {
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

function pad(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
