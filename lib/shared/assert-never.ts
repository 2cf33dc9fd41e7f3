/** Makes a missing case a compile error, and an exception if it is ever reached at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
