import type { Attack, AttackContext, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import type { SignedInPartner, Target } from '../../target.ts';

const REPORTS = 4_000;
const AT_ONCE = 20;

/** Reports per partner and hour. */
const QUOTA = 10;

/** The longest text that a report may have, in letters of two bytes. */
const MESSAGE = 'ə'.repeat(5_000);

export const reportFlood: Attack = {
  name: 'report-flood',
  about:
    'One partner sends 4,000 reports of 10 KB. Then the server is restarted and the partner continues.',
  async run(context) {
    const target = await context.startTarget({ rateLimits: 'on' });
    const partner = await target.newPartner();
    const result = await besideBystanders(target, () => flood(target, partner));
    const findings = [...result.findings, ...(await afterRestart(context, target, partner))];
    return { ...result, findings };
  },
};

async function flood(target: Target, partner: SignedInPartner): Promise<AttackResult> {
  const statuses: number[] = [];
  const sender = async () => {
    while (statuses.length < REPORTS) statuses.push((await send(target.port, partner)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const accepted = statuses.filter((status) => status === 200).length;
  return {
    figures: [
      { what: 'reports sent by one partner', count: statuses.length },
      { what: 'of these accepted', count: accepted, must: QUOTA },
    ],
    findings: [],
  };
}

async function afterRestart(
  context: AttackContext,
  target: Target,
  partner: SignedInPartner,
): Promise<string[]> {
  await target.end();
  const { dataDir } = target;
  const again = await context.startTarget({ dataDir, rateLimits: 'on' });
  const answer = await send(again.port, partner);
  if (answer.status === 429 && answer.headers.has('retry-after')) return [];
  return [`after a restart a report returned ${answer.status}`];
}

async function send(port: number, { client }: SignedInPartner): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/partner/misc/report`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token} type=access`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ message: MESSAGE }),
  });
  await answer.arrayBuffer();
  return answer;
}
