import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { LIMITED, signIns } from '../../sign-ins.ts';
import type { Target } from '../../target.ts';

/** Failed sign-ins that one address has for one account. */
const GUESSES = 10;

const VICTIM = '198.51.100.20';

const OTHER_SITE = {
  origin: 'https://attacker.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
};

export const crossSiteGuesses: Attack = {
  name: 'cross-site-guesses',
  about:
    'Another site makes a visitor’s browser send ten wrong passwords. Afterwards the visitor must still be able to sign in from the same address.',
  async run(context) {
    const target = await context.startTarget(LIMITED);
    return besideBystanders(target, () => attack(target));
  },
};

async function attack({ port, adminLogin }: Target) {
  const browser = signIns(port);
  try {
    const wrong = { username: adminLogin.username, password: 'wrong', from: VICTIM };
    const forged = Array.from({ length: GUESSES }, () => ({ ...wrong, headers: OTHER_SITE }));
    const counts = await browser.sendAll(forged);
    const { status } = await browser.send({ ...adminLogin, from: VICTIM });
    const findings: string[] = [];
    const checked = counts.get(401) ?? 0;
    if (checked > 0) findings.push(`${checked} passwords sent by another site were checked`);
    if (status !== 200) findings.push(`the visitor got ${status} for the right password`);
    return { figures: [{ what: 'sign-ins sent by another site', count: GUESSES }], findings };
  } finally {
    browser.end();
  }
}
