import { oncePerProcess } from '../shared/once-per-process';

const holder = () => oncePerProcess<{ folder: string | null }>('compiled-folder', () => ({ folder: null }));

/**
 * The compiled entry notes its own folder, where the compiled workers and the database without rows are, too.
 */
export function noteCompiledFolder(folder: string): void {
  holder().folder = folder;
}

/** Returns null where no compiled server runs: in tests and benchmarks. */
export function getCompiledFolder(): string | null {
  return holder().folder;
}
