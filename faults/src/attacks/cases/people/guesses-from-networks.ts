import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { LIMITED, type SignInTry, signIns } from '../../sign-ins.ts';
import type { Target } from '../../target.ts';

/** The /64 networks of the attacker, all of one /48, and guesses from each: the quota of one address. */
const NETWORKS = 30;
const GUESSES = 10;

/** Passwords per account and hour that may be checked. */
const MAX_CHECKED = 50;

/** Further networks, with which the account has more failures than those from which on the server delays answers. */
const MORE_NETWORKS = 6;

/** The owner at a known device, and with a new phone. */
const OWNER = '203.0.113.7';
const NEW_PHONE = '192.0.2.80';

/** Milliseconds: answers are delayed by up to five seconds, and on a busy machine a password takes time. */
const PATIENCE = 15_000;

export const guessesFromNetworks: Attack = {
  name: 'guesses-from-networks',
  about:
    'Guesses at one account from 30 networks of a /48, ten from each. At most 50 passwords may be checked. Then ten from each of six other networks. The owner must be able to sign in on a known device, and a little later also with a new phone.',
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
    for (let round = 0; round < GUESSES; round += 1)
      await attacker.sendAll(guessesFromOthers(adminLogin.username));
    const began = performance.now();
    const phone = await attacker.send({ ...adminLogin, from: NEW_PHONE, device: true });
    const wait = Math.round(performance.now() - began);
    if (phone.status !== 200 || wait > PATIENCE)
      findings.push(`the owner with a new phone got ${phone.status} after ${wait} ms`);
    return {
      figures: [
        { what: 'guesses', count: (NETWORKS + MORE_NETWORKS) * GUESSES },
        { what: 'passwords checked from one network', count: checked },
        { what: 'sign-in with a new phone, ms', count: wait },
      ],
      findings,
    };
  } finally {
    attacker.end();
  }
}

/** Of one /48. */
const guesses = (username: string): SignInTry[] =>
  Array.from({ length: NETWORKS }, (_, n) => ({
    username,
    password: 'wrong',
    from: `2001:db8:77:${n.toString(16)}::1`,
  }));

const guessesFromOthers = (username: string): SignInTry[] =>
  Array.from({ length: MORE_NETWORKS }, (_, n) => ({
    username,
    password: 'wrong',
    from: `198.51.${n}.1`,
  }));
