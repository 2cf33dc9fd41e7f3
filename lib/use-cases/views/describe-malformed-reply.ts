/**
 * What was wrong with a reply, in words for a person. The model is told in its own terms; a person never sees
 * the reply itself.
 */
export function describeMalformedReply(code: string): string {
  return descriptions[code] ?? 'The reply did not follow the agreed form.';
}

const descriptions: Record<string, string> = {
  truncated: 'The reply was cut off before its end.',
  invalid_json: 'The reply was an attempt at an action, but not valid JSON.',
  missing_field: 'The requested action lacked a required part.',
  wrong_type: 'A part of the requested action was of the wrong kind.',
  foreign_format: 'The action was requested in another program’s format.',
  duplicate_key: 'The requested action named a detail twice.',
  not_object: 'The details of the requested action were not in the agreed form.',
  too_many_layers: 'The details of the requested action were wrapped too many times.',
  not_alone: 'The requested action was mixed with other text, so it is unclear what was meant.',
  several_calls: 'The model asked for several actions at once; only one at a time is allowed.',
  too_deep: 'The reply was nested too deeply.',
  too_large: 'The reply was too large.',
  unknown_tool: 'The model asked for something that does not exist here.',
  invalid_parameters: 'The details of the requested action were not valid.',
  empty_reply: 'The reply was empty.',
  empty: 'The details of the requested action were empty.',
};
