/** What a look at one part has shown. */
export interface CheckResult {
  readonly name: string;
  /** How it is, in a line. */
  readonly summary: string;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
}

/** More of one kind are counted, not listed. */
const MAX_LISTED = 20;

export function truncateList(sentences: readonly string[]): string[] {
  if (sentences.length <= MAX_LISTED) return [...sentences];
  return [
    ...sentences.slice(0, MAX_LISTED),
    `and ${sentences.length - MAX_LISTED} more like these`,
  ];
}

export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
