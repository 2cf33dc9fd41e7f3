/** Makes a missing case a compile error, and throws if the server ever reaches it at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
