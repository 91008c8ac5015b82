/**
 * Static checks: nothing is started.
 * @type {import('./steps.js').Step[]}
 */
export const checks = [
  { name: 'types', words: ['tsc', '-p', '.'] },
  { name: 'types of the web', words: ['tsc', '-p', 'web'] },
  { name: 'format and lint', words: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'boundaries', words: ['node', 'bootstrap/checks/boundaries.js'] },
  { name: 'vocabulary', words: ['node', 'bootstrap/checks/vocabulary.js'] },
  { name: 'messages', words: ['node', 'bootstrap/checks/messages.js'] },
  { name: 'decisions', words: ['node', 'bootstrap/checks/decisions.js'] },
  { name: 'dead code', words: ['knip', '--no-progress'] },
];
