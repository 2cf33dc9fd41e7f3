import { oncePerProcess } from '../shared/once-per-process';

const holder = () => oncePerProcess<{ port: number | null }>('listening-port', () => ({ port: null }));

/** The HTTP server notes its port once it listens, because `PORT=0` lets the operating system choose. */
export function noteListeningPort(port: number): void {
  holder().port = port;
}

/** Returns null before the server listens, and when another HTTP server serves the application. */
export function getListeningPort(): number | null {
  return holder().port;
}
