const labels: Readonly<Record<string, string>> = {
  baseUrl: 'Address',
  apiKey: 'API key',
  expiresAt: 'End date',
  email: 'E-mail address',
  secret: 'Setup secret',
  current: 'Current password',
};

const pairNouns: Readonly<Record<string, string>> = { headers: 'header', query: 'parameter' };

/**
 * Returns the label of a body's field: the one in its form, or one made from its name ("Idempotency key").
 */
export function labelOf(field: string): string {
  const [, pairs = '', index, part] = /^(headers|query)\.(\d+)\.(name|value)$/.exec(field) ?? [];
  if (part) return `${part === 'name' ? 'Name' : 'Value'} of ${pairNouns[pairs]} ${Number(index) + 1}`;
  const known = Object.hasOwn(labels, field) ? labels[field] : undefined;
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return known ?? words.charAt(0).toUpperCase() + words.slice(1, 60);
}
