/** Whether this is `npm test`, which tries a part of the long series of cases. `npm run test:all` tries all of them. */
export const isFastRun = process.env.FAST_RUN === '1';
