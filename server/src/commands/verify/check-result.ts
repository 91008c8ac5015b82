/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  /** The state in one line. */
  readonly summary: string;
  /** One sentence each; empty if the check passed. */
  readonly problems: readonly string[];
}

/** Further sentences are only counted. */
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
