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

/** Collects sentences with bounded memory; `list` returns what truncateList would return. */
export function boundedList() {
  const first: string[] = [];
  let count = 0;
  return {
    add(sentence: string): void {
      count += 1;
      if (count <= MAX_LISTED) first.push(sentence);
    },
    list: (): string[] =>
      count <= MAX_LISTED ? first : [...first, `and ${count - MAX_LISTED} more like these`],
  };
}

export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
