/** Makes a missing case a compile error, and a loud one should it ever be reached at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
