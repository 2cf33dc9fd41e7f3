import type { z } from 'zod';

/** Reads a message of another server, whose version of Countersign may send other ones. */
export function readNotice<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
