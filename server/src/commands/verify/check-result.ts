/** What a look at one part has shown. */
export interface Look {
  readonly part: string;
  /** How it is, in a line. */
  readonly is: string;
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
}

/** More of one kind are counted, not listed. */
const LISTED = 20;

export function shortened(sentences: readonly string[]): string[] {
  if (sentences.length <= LISTED) return [...sentences];
  return [...sentences.slice(0, LISTED), `and ${sentences.length - LISTED} more like these`];
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
