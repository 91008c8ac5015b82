/** Below this share of the largest number, an equation tells nothing. */
const SMALL = 1e-12;

/**
 * Solves linear equations by elimination with pivots. Each row has the factors and the right side; rows are changed.
 * undefined where they have no single solution.
 */
export function solve(rows: readonly Float64Array[]): number[] | undefined {
  const count = rows.length;
  const order = [...rows];
  const read = (row: number, column: number): number => order[row]?.[column] ?? 0;
  const largest = Math.max(...order.flatMap((row) => Array.from(row, Math.abs)));
  for (let column = 0; column < count; column += 1) {
    let pivot = column;
    for (let row = column; row < count; row += 1)
      if (Math.abs(read(row, column)) > Math.abs(read(pivot, column))) pivot = row;
    if (!(Math.abs(read(pivot, column)) > SMALL * largest)) return undefined;
    order.splice(column, 0, ...order.splice(pivot, 1));
    for (let row = 0; row < count; row += 1) {
      const target = order[row];
      if (row === column || !target) continue;
      const factor = read(row, column) / read(column, column);
      for (let at = column; at <= count; at += 1)
        target[at] = (target[at] ?? 0) - factor * read(column, at);
    }
  }
  return Array.from({ length: count }, (_, row) => read(row, count) / read(row, row));
}
