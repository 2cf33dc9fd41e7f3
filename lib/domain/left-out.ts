/** What is sent of a transcript. It only ever becomes less, until a person continues the run. */
export type LeftOut = {
  /** Of so many oldest results, a line is sent that says so. */
  results: number;
  /** Of so many oldest turns, one line each is sent, call and ending. Never more than `results`. */
  turns: number;
  /** Each other result, later ones too, is sent with at most so many characters. Null: as it is. */
  maxCharacters: number | null;
};

export const nothingLeftOut: LeftOut = { results: 0, turns: 0, maxCharacters: null };
