import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from './inspect-request';

const endings: ReadonlySet<string | symbol> = new Set(['close', 'error', 'aborted']);

/**
 * Counts a body as it is read, whoever reads it and however. One that grows past 1 MB without having said so calls
 * `onTooLarge` once, and its reader sees nothing more of it, above all no end: it can never be acted upon.
 */
export function capBody(request: IncomingMessage, onTooLarge: () => void): void {
  let bytes = 0;
  let isTooLarge = false;
  const emit = request.emit.bind(request);
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values;
    if (event === 'data' && chunk instanceof Uint8Array) bytes += chunk.length;
    if (!isTooLarge && bytes > maxBodyBytes) {
      isTooLarge = true;
      onTooLarge();
    }
    return isTooLarge && !endings.has(event) ? false : emit(event, ...values);
  };
}
