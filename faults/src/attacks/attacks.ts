import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Campaign, CampaignContext } from '../campaign.ts';
import type { Attack, AttackResult } from './attack.ts';
import { endControl } from './bystanders/bystanders.ts';
import { attacks as all, openAttacks } from './cases.ts';
import { startTarget, type Target } from './target.ts';

/** Attacks by one user or visitor, each on a fresh server, while other users keep sending requests. */
export const attacks: Campaign = {
  title: 'Attacks by one user',
  about:
    'Every attack that once succeeded, each on a fresh server process. During the attack `/healthz`, a list, a sign-in, a C-STORE of another machine (until the X-ray is in the server) and the preview of another partner’s patient are measured all the time, beside the same at an idle control server. The slowest of each may take one second longer than there, or than before the attack; the second is stretched by how long that server’s main thread waits for a processor. The memory of the server must grow by less than 300 MB, each of its at most six decoder processes must stay within its limit of 512 MiB, and the server must survive. `--case NAME` runs one; `--server FOLDER` attacks the server of another checkout, which shows that a case fails without its fix.',
  async run(context) {
    const results: AttackResult[] = [];
    try {
      for (const attack of wanted(context.cases)) {
        const began = performance.now();
        const result = await runAlone(attack, context);
        results.push(labelled(attack, result));
        const seconds = ((performance.now() - began) / 1_000).toFixed(1);
        context.log(`${attack.name}: ${seconds} s, ${result.findings.join('; ') || 'no findings'}`);
      }
    } finally {
      await endControl();
    }
    return {
      figures: results.flatMap(({ figures }) => figures),
      findings: results.flatMap(({ findings }) => findings),
      skipped: results.flatMap(({ skipped = [] }) => skipped),
    };
  },
};

/** The attacks with these names, open ones included. Without names: all but the open ones. */
function wanted(names: readonly string[]): readonly Attack[] {
  if (names.length === 0) return all;
  const existing = [...all, ...openAttacks];
  return names.map((name) => {
    const attack = existing.find((one) => one.name === name);
    if (!attack)
      throw new Error(
        `${name}: no such case; the cases are ${existing.map((one) => one.name).join(', ')}`,
      );
    return attack;
  });
}

async function runAlone(attack: Attack, context: CampaignContext): Promise<AttackResult> {
  const { short, random, postgres, log, checkout } = context;
  const folder = join(context.folder, attack.name);
  mkdirSync(folder);
  const targets: Target[] = [];
  try {
    return await attack.run({
      short,
      random,
      postgres,
      log,
      checkout,
      folder,
      startTarget: async (options) => {
        const target = await startTarget(checkout, folder, options);
        targets.push(target);
        return target;
      },
    });
  } catch (error) {
    console.error(error);
    return { figures: [], findings: [`the case itself failed: ${error}`] };
  } finally {
    for (const target of targets) await target.end('SIGKILL');
  }
}

function labelled({ name }: Attack, { figures, findings, skipped = [] }: AttackResult) {
  return {
    figures: figures.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })),
    findings: findings.map((finding) => `${name}: ${finding}`),
    skipped: skipped.map((reason) => `${name}: ${reason}`),
  };
}
