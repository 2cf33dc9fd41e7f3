/** How log lines look: for people, with or without colors, or as JSON. */
export type LogLook = { format: 'pretty' | 'json'; isColored: boolean };

export const logFormats = ['pretty', 'json'] as const;

/** `LOG_FORMAT` decides; without it, the log is for people in a terminal and JSON elsewhere. `NO_COLOR` turns colors off. */
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
