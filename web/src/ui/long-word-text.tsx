/** Letters of the longest word that fits on one line. */
const LONGEST = 24;

/** Whether a word is longer than any line should have to be. */
const hasLongWord = (text: string): boolean =>
  text.length > LONGEST && text.split(/[\s-]+/).some((word) => word.length > LONGEST);

/** A text in which an overlong word, and nothing else, may break anywhere. */
export function LongWordText({ children: text }: { children: string }) {
  return hasLongWord(text) ? <span className="wrap-anywhere">{text}</span> : text;
}
