import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from './inspect-request';

const endings: ReadonlySet<string | symbol> = new Set(['close', 'error', 'aborted']);

/**
 * Counts the bytes of a body while any reader consumes it. Calls `onTooLarge` once for a body that exceeds 1
 * MB without declaring its length. The reader then gets no more bytes and never sees the end, so nothing can
 * act on the body.
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
