/**
 * Runs every variant once per round, one after the other, so that other load on the machine affects all of them
 * alike; every other round runs in reverse. Returns the median of each figure of each variant. `warm` rounds come
 * first and are not counted: they let the compiler optimise.
 */
export async function runInterleaved<Variant extends string, Figure extends string>(
  rounds: number,
  variants: Readonly<Record<Variant, () => Promise<Record<Figure, number>>>>,
  warm = 1,
): Promise<Record<Variant, Record<Figure, number>>> {
  const names = Object.keys(variants) as Variant[];
  const results = new Map<Variant, Record<Figure, number>[]>(names.map((name) => [name, []]));
  for (let round = -warm; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figures = await variants[name]();
      if (round >= 0) results.get(name)?.push(figures);
    }
  }
  const medians = names.map((name) => [name, mediansOf(results.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Variant, Record<Figure, number>>;
}

function mediansOf<Figure extends string>(rounds: Record<Figure, number>[]) {
  const figures = Object.keys(rounds[0] ?? {}) as Figure[];
  return Object.fromEntries(
    figures.map((figure) => [figure, median(rounds.map((round) => round[figure]))]),
  ) as Record<Figure, number>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const below = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const above = sorted[Math.floor(middle)] ?? Number.NaN;
  return (below + above) / 2;
}
