/** A log line is for people, with or without colors, or it is JSON. */
export type LogLook = { format: 'pretty' | 'json'; isColored: boolean };

export const logFormats = ['pretty', 'json'] as const;

/**
 * `LOG_FORMAT` decides. Without it, a terminal gets lines for people, and everything else gets JSON.
 * `NO_COLOR` turns colors off.
 */
export function chooseLogLook(
  variables: Record<string, string | undefined>,
  output: { isTerminal: boolean },
): LogLook {
  const chosen = logFormats.find((format) => format === variables['LOG_FORMAT']?.trim());
  return {
    format: chosen ?? (output.isTerminal ? 'pretty' : 'json'),
    isColored: output.isTerminal && !variables['NO_COLOR'],
  };
}
