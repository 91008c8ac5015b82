/** Numbers that look random, the same for the same seed (Lehmer's generator). */
export function randomFrom(seed: number) {
  let state = (seed * 7919 + 1) % 2_147_483_647;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value,
  };
}

export type Random = ReturnType<typeof randomFrom>;
