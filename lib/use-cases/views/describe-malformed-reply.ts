/**
 * Describes the fault of a reply in a few words for a person. The model is told more; a person never sees the reply itself.
 */
export function describeMalformedReply(code: string): string {
  return descriptions[code] ?? 'not in the agreed form';
}

const descriptions: Record<string, string> = {
  truncated: 'cut off',
  invalid_json: 'broken JSON',
  missing_field: 'incomplete action',
  wrong_type: 'a detail of the wrong kind',
  foreign_format: 'another program’s format',
  duplicate_key: 'a detail given twice',
  not_object: 'details in the wrong form',
  too_many_layers: 'details wrapped too many times',
  not_alone: 'action mixed with other text',
  several_calls: 'several actions at once',
  too_deep: 'nested too deeply',
  too_large: 'too long',
  unknown_tool: 'unknown action',
  invalid_parameters: 'invalid details',
  empty_reply: 'empty',
  empty: 'no details',
};
