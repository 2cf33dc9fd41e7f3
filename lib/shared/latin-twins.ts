/** Nobody can tell the first letter of each pair, a Cyrillic or a Greek one, from the Latin letter after it. */
const pairs =
  'аa сc еe оo рp уy хx ѕs іi їï јj һh ӏl ԁd ԛq ԝw ѵv ёë ' +
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЇÏ ЈJ ҺH ӀI ԌG ԚQ ԜW ѴV ЁË ' +
  'αa ιi κk νv οo ρp υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX';

/** Maps letters to the Latin letters that look the same. */
export const latinTwins: ReadonlyMap<string, string> = new Map(
  pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

export function toLatinTwins(text: string): string {
  return Array.from(text, (letter) => latinTwins.get(letter) ?? letter).join('');
}
