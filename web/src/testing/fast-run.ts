/** Whether this is `npm test`, which tries a part of the long series of cases. `npm run test:all` tries all of them. */
export const isFastRun = import.meta.env.FAST_RUN === '1';
