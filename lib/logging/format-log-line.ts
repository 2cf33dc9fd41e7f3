import { stripVTControlCharacters } from 'node:util';

type LogLine = { level: number; time: string; msg?: string; err?: unknown } & Record<string, unknown>;

const levels: Record<number, { name: string; color: string }> = {
  10: { name: 'TRACE', color: '90' },
  20: { name: 'DEBUG', color: '90' },
  30: { name: 'INFO', color: '36' },
  40: { name: 'WARN', color: '33' },
  50: { name: 'ERROR', color: '31' },
  60: { name: 'FATAL', color: '31' },
};

/**
 * Formats one line of the JSON log for a person at a terminal: local time, level, message, facts, and an
 * error with its stack below. Text from outside cannot control the terminal. A line that is not JSON stays as
 * it is.
 */
export function formatLogLine(json: string, options: { isColored: boolean }): string {
  const parsed = parseLine(json);
  if (!parsed) return `${plain(json.trimEnd())}\n`;
  const { level, time, msg = '', err, ...facts } = parsed;
  const { name, color } = levels[level] ?? { name: String(level), color: '0' };
  const paint = (code: string, text: string) =>
    options.isColored ? `\u001b[${code}m${text}\u001b[0m` : text;
  const parts = [
    paint('90', toLocalTime(time)),
    paint(color, name.padEnd(5)),
    plain(msg),
    ...Object.entries(facts).map(([key, value]) => paint('90', `${plain(key)}=${toFact(value)}`)),
  ];
  return `${[parts.join(' '), ...toErrorLines(err).map((line) => paint('90', `  ${line}`))].join('\n')}\n`;
}

/** Returns null when hiding a secret has broken the JSON. */
function parseLine(json: string): LogLine | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function toLocalTime(time: string): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function toFact(value: unknown): string {
  return plain(typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value));
}

/** The stack has the error's name, its message and its causes. */
function toErrorLines(err: unknown): string[] {
  if (err === undefined || err === null) return [];
  const { stack, message, ...details } =
    typeof err === 'object' ? (err as Record<string, unknown>) : { message: err };
  const { code } = details as { code?: unknown };
  const lines = String(stack ?? message ?? JSON.stringify(err))
    .split('\n')
    .map(plain);
  return code === undefined ? lines : [...lines, `code=${toFact(code)}`];
}

/** Removes escape sequences and writes out other control characters. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
