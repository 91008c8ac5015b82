const collator = new Intl.Collator('az', { numeric: true });

/** Natural order: I2 sorts before I10. For `toSorted`. */
export function compareNaturally(one: { name: string }, other: { name: string }): number {
  return collator.compare(one.name, other.name);
}
