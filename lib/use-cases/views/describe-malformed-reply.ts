/**
 * Describes the fault of a reply in a few words for a person. The model gets more detail. A person never sees
 * the reply itself.
 */
export function describeMalformedReply(code: string): string {
  return descriptions[code] ?? 'unexpected format';
}

const descriptions: Record<string, string> = {
  truncated: 'cut off',
  invalid_json: 'broken JSON',
  missing_field: 'incomplete call',
  wrong_type: 'wrong type of value',
  foreign_format: 'another program’s format',
  duplicate_key: 'duplicate value',
  inexact_number: 'number with too many digits',
  not_object: 'parameters in the wrong format',
  too_many_layers: 'parameters wrapped too many times',
  not_alone: 'call mixed with other text',
  several_calls: 'more than one call',
  too_deep: 'nested too deeply',
  too_large: 'too long',
  unknown_tool: 'unknown tool',
  invalid_parameters: 'invalid parameters',
  empty_reply: 'empty',
  empty: 'no parameters',
};
