/** Says how much of a transcript is sent. The amount only becomes less, until a person continues the run. */
export type LeftOut = {
  /** This many of the oldest results are replaced by a line that says so. */
  results: number;
  /**
   * This many of the oldest turns are sent as one line each, with the call and its ending. There are never
   * more than `results`.
   */
  turns: number;
  /**
   * Every other result, later ones too, is sent with at most this many characters. Null means that it is sent
   * as it is.
   */
  maxCharacters: number | null;
};

export const nothingLeftOut: LeftOut = { results: 0, turns: 0, maxCharacters: null };
