/** A server may refuse these fields of a request. */
export type OptionalFields = Readonly<Record<string, unknown>>;

/** Newer models of OpenAI require another name. */
const otherNames: Record<string, string> = { max_tokens: 'max_completion_tokens' };

/** Says whether a server's words name one of these fields. */
export function namesField(fields: OptionalFields, words: string): boolean {
  return Object.keys(fields).some((name) => isNamed(name, words));
}

/** Says whether the name is a word of its own: "stopped" is not the field `stop`. */
const isNamed = (name: string, words: string): boolean => new RegExp(`\\b${name}\\b`).test(words);

/**
 * Returns the fields for another try, after a server refused a request in these words. It leaves out the
 * fields that the words name. If they name none, it leaves out the schema of the reply, which few servers
 * support fully, or else all fields. Returns null when there is nothing to leave out.
 */
export function leaveOut(fields: OptionalFields, words: string): OptionalFields | null {
  const names = Object.keys(fields);
  if (names.length === 0) return null;
  const found = names.filter((name) => isNamed(name, words));
  const named = found.length === 0 ? names.filter((name) => name === 'response_format') : found;
  const kept = names.filter((name) => named.length > 0 && !named.includes(name));
  const renamed = named.flatMap((name) => {
    const other = otherNames[name];
    return other !== undefined && words.includes(other) ? [[other, fields[name]] as const] : [];
  });
  return Object.fromEntries([...kept.map((name) => [name, fields[name]] as const), ...renamed]);
}
