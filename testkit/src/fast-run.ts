/** Whether this is `npm test`, which tries a part of the long series of cases. `npm run test:all` tries all of them. */
export const isFastRun = process.env.FAST_RUN === '1';

/** The first of every `step` cases of a long series in `npm test`, all of them in `npm run test:all`. */
export const pickCases = <Case>(cases: readonly Case[], step: number): readonly Case[] =>
  isFastRun ? cases.filter((_, index) => index % step === 0) : cases;
