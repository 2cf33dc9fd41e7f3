/** Writes a person's name for use inside a sentence: the only user of a local server is "you". */
export function inSentence(name: string): string {
  return name === 'You' ? 'you' : name;
}
