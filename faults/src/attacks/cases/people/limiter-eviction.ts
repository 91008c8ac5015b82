import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { LIMITED, type SignInTry, signIns } from '../../sign-ins.ts';
import type { Target } from '../../target.ts';

/**
 * More names than the limiter once kept in memory. The short run uses fewer, which shows the same for a limiter that
 * searches first.
 */
const NAMES = { full: 51_000, short: 5_000 };

const FROM = '2001:db8:1:1::1';

export const limiterEviction: Attack = {
  name: 'limiter-eviction',
  about:
    'An address that has used up its guesses signs in with made-up names to push its entry out of the limiter. No further password may be checked for it.',
  async run(context) {
    const target = await context.startTarget(LIMITED);
    return besideBystanders(target, () => attack(target, NAMES[context.short ? 'short' : 'full']));
  },
};

async function attack({ port, adminLogin: { username } }: Target, count: number) {
  const attacker = signIns(port);
  const guesses = (length: number): SignInTry[] =>
    Array.from({ length }, () => ({ username, password: 'wrong', from: FROM }));
  try {
    const first = await attacker.sendAll(guesses(11));
    await attacker.sendAll(names(100));
    const statuses = await attacker.sendAll(names(count));
    const again = await attacker.sendAll(guesses(10));
    const findings: string[] = [];
    if (first.get(429) !== 1) findings.push('the attack did not reach the limit');
    const checked = statuses.get(401) ?? 0;
    if (checked > 0) findings.push(`${checked} passwords were checked past the limit`);
    const more = again.get(401) ?? 0;
    if (more > 0) findings.push(`${more} more guesses at the same account`);
    return { figures: [{ what: 'sign-ins with made-up names', count }], findings };
  } finally {
    attacker.end();
  }
}

function* names(count: number): Generator<SignInTry> {
  for (let n = 0; n < count; n += 1)
    yield { username: `made-up-${count}-${n}`, password: 'wrong', from: FROM };
}
