/** Of several checkers each checks what they share: 28 s of a processor instead of 13 s. */
const ONE_CHECKER = ['--checkers', '1'];

/** The type checker collects its garbage half as often: 12 % less of a processor, 10 % more memory. */
const SELDOM_COLLECTED = { GOGC: '200' };

/**
 * Static checks of `npm test`: nothing is started.
 * @type {import('./steps.js').Step[]}
 */
export const fewChecks = [
  {
    name: 'types',
    words: ['tsc', ...ONE_CHECKER, '-p', '.'],
    environment: SELDOM_COLLECTED,
  },
  {
    name: 'types of the web',
    words: ['tsc', ...ONE_CHECKER, '-p', 'web'],
    environment: SELDOM_COLLECTED,
  },
  { name: 'format and lint', words: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'boundaries', words: ['node', 'bootstrap/checks/boundaries.js'] },
  { name: 'vocabulary', words: ['node', 'bootstrap/checks/vocabulary.js'] },
  { name: 'messages', words: ['node', 'bootstrap/checks/messages.js'] },
  { name: 'decisions', words: ['node', 'bootstrap/checks/decisions.js'] },
];

/** All of them. Code that nothing uses breaks nothing. @type {import('./steps.js').Step[]} */
export const checks = [...fewChecks, { name: 'dead code', words: ['knip', '--no-progress'] }];
