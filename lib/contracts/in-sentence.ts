/** Writes a person's name for use inside a sentence: the only user of a local server is "you", also "by a script". */
export function inSentence(name: string): string {
  return /^You(, by a script)?$/.test(name) ? name.replace('You', 'you') : name;
}
