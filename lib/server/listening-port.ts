import { oncePerProcess } from '../shared/once-per-process';

const holder = () => oncePerProcess<{ port: number | null }>('listening-port', () => ({ port: null }));

/** Noted by the HTTP server once it listens: `PORT=0` lets the operating system choose. */
export function noteListeningPort(port: number): void {
  holder().port = port;
}

/** Null before the server listens, and when another HTTP server serves the application. */
export function getListeningPort(): number | null {
  return holder().port;
}
