const collator = new Intl.Collator('az', { numeric: true });

/** Compares names with numbers as people count: I2 comes before I10. For `toSorted`. */
export function compareNaturally(one: { name: string }, other: { name: string }): number {
  return collator.compare(one.name, other.name);
}
