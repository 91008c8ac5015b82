import type { Attack } from '../attack.ts';
import { besideBystanders } from '../bystanders.ts';
import { LIMITED, type SignInTry, signIns } from '../sign-ins.ts';
import type { Target } from '../target.ts';

/** The /64 networks of the attacker, all of one /48, and guesses from each: the quota of one address. */
const NETWORKS = 30;
const GUESSES = 10;

/** Passwords per account and hour that may be checked. */
const MAX_CHECKED = 50;

const OWNER = '203.0.113.7';

export const guessesFromNetworks: Attack = {
  name: 'guesses-from-networks',
  about:
    'Guesses at one account from 30 networks of a /48, ten from each. At most 50 passwords may be checked. Meanwhile the owner must be able to sign in on a known device.',
  async run(context) {
    const target = await context.startTarget(LIMITED);
    return besideBystanders(target, () => attack(target));
  },
};

async function attack({ port, adminLogin }: Target) {
  const attacker = signIns(port);
  try {
    const { body } = await attacker.send({ ...adminLogin, from: OWNER, device: true });
    const { device } = JSON.parse(body) as { device?: string };
    const counts = new Map<number, number>();
    // Rotate through the networks, as an attacker does to avoid the limit of one address.
    for (let round = 0; round < GUESSES; round += 1)
      for (const [status, count] of await attacker.sendAll(guesses(adminLogin.username)))
        counts.set(status, (counts.get(status) ?? 0) + count);
    const findings: string[] = [];
    const checked = counts.get(401) ?? 0;
    if (checked > MAX_CHECKED) findings.push(`${checked} passwords of one account were checked`);
    const owner = await attacker.send({ ...adminLogin, from: OWNER, ...(device && { device }) });
    if (owner.status !== 200) findings.push(`the owner was refused with ${owner.status}`);
    return {
      figures: [
        { what: 'guesses', count: NETWORKS * GUESSES },
        { what: 'passwords checked', count: checked },
      ],
      findings,
    };
  } finally {
    attacker.end();
  }
}

function* guesses(username: string): Generator<SignInTry> {
  for (let n = 1; n <= NETWORKS; n += 1)
    yield { username, password: 'wrong', from: `2001:db8:77:${n.toString(16)}::1` };
}
