import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { png } from '../../../hostile/bombs/bomb-bytes.ts';
import type { Attack, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { manyScans } from '../../files/progressive-jpeg.ts';
import { createCheckup, type Sent, ship, upload } from '../../files/sending.ts';
import { childrenOf } from '../../memory.ts';
import type { SignedInPartner } from '../../target.ts';

/** Milliseconds within which the small picture of another partner must be accepted, on a machine without other work. */
const MAX_WAIT = 5_000;

/** The same on a machine with other work, as a multiple of the time of such a picture before the attack. */
const MAX_SLOWDOWN = 10;

/** Milliseconds after which that partner gives up. */
const PATIENCE = 20_000;

const small = png({ width: 300, height: 300, rows: 300 });

export const progressiveScans: Attack = {
  name: 'jpeg-thousands-of-scans',
  about:
    'A partner sends two JPEGs of 500 kB with 2,647 scans, one for each bit of each coefficient, and disconnects after two seconds. Another partner sends a small picture.',
  async run(context) {
    const bytes = manyScans(7_680, 3);
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const attacker = await target.newPartner();
      const other = await target.newPartner();
      const before = await ship(other, small, 'foto.png');
      const attacks = [1, 2].map(() => ship(attacker, bytes, 'foto.jpg', 2_000));
      await pause(2_500);
      const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE), before);
      const accepted = (await Promise.all(attacks)).filter(({ status }) => status === 200).length;
      return withFigures(result, [
        { what: 'size of each JPEG, bytes', count: bytes.length },
        { what: 'JPEGs accepted', count: accepted, must: 0 },
      ]);
    });
  },
};

export const flatPictures: Attack = {
  name: 'flat-pictures',
  about:
    'A partner sends twelve flat PNGs of 60 megapixels at once. Another partner sends a small picture.',
  async run(context) {
    const target = await context.startTarget();
    const bytes = png({ width: 7_740, height: 7_740, depth: 8, rows: 7_740 });
    return besideBystanders(target, async () => {
      const attacker = await target.newPartner();
      const other = await target.newPartner();
      const before = await ship(other, small, 'foto.png');
      const attacks = Array.from({ length: 12 }, () => ship(attacker, bytes, 'foto.png', PATIENCE));
      await pause(300);
      const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE), before);
      const answers = await Promise.all(attacks);
      const waiting = answers.filter(({ status }) => status === 429 || status === 503).length;
      if (waiting === 0) result.findings.push('none of the twelve was asked to retry later');
      return withFigures(result, [
        { what: 'size of each PNG, bytes', count: bytes.length },
        { what: 'PNGs asked to retry later', count: waiting },
      ]);
    });
  },
};

export const svgNamedPng: Attack = {
  name: 'svg-named-png',
  about:
    'Staff create four checkups at once, each with an SVG of 360 kB named .png that makes the renderer match every style rule with every element.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const partner = await target.newPartner();
      const bytes = quadraticSvg(8_000);
      const uploads: string[] = [];
      for (let index = 0; index < 4; index += 1) uploads.push(await upload(target, bytes));
      const answers = await Promise.all(
        uploads.map((fileId) => createCheckup(target, partner, fileId, 'scan.png')),
      );
      const longest = Math.max(...answers.map(({ wait }) => wait));
      const statuses = answers.map(({ status }) => status);
      const findings = statuses.some((status) => status !== 415)
        ? [`the checkups returned ${statuses.join(', ')}`]
        : [];
      if (longest > MAX_WAIT) findings.push(`the checkups took ${Math.round(longest)} ms`);
      return {
        figures: [
          { what: 'size of each SVG, bytes', count: bytes.length },
          { what: 'slowest checkup, ms', count: Math.round(longest) },
        ],
        findings,
      };
    });
  },
};

function quadraticSvg(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const rules = numbers.map((index) => `.a${index}{fill:red}`).join('');
  const shapes = numbers.map((index) => `<g class="b${index}"/>`).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>${rules}</style>${shapes}</svg>`,
  );
}

export const hangingDecoder: Attack = {
  name: 'hanging-decoder',
  about:
    'A decoder process that has served others hangs for ever with a partner’s picture. Another partner sends a small picture. A fresh process accepts the picture; then the first partner sends it again, and a different one.',
  async run(context) {
    const target = await context.startTarget();
    const first = await target.newPartner();
    const other = await target.newPartner();
    const before = await ship(first, small, 'foto.png');
    // Not those of low priority: a preview would hang as well.
    const decoders = childrenOf(target.pid).filter((pid) => getPriority(pid) === 0);
    if (decoders.length === 0)
      return { figures: [], findings: ['pictures are decoded in the server itself'] };
    return besideBystanders(target, () => stopAndShip(decoders, first, other, before));
  },
};

async function stopAndShip(
  decoders: readonly number[],
  first: SignedInPartner,
  other: SignedInPartner,
  before: Sent,
): Promise<AttackResult> {
  const hanging = png({ width: 301, height: 300, rows: 300 });
  for (const pid of decoders) process.kill(pid, 'SIGSTOP');
  const sent = ship(first, hanging, 'foto.png');
  await pause(100);
  const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE), before);
  const { status, wait } = await sent;
  if (status !== 200) result.findings.push(`the picture of the hanging process returned ${status}`);
  const again = await ship(first, hanging, 'foto.png');
  if (again.status !== 200 || again.wait > MAX_WAIT)
    result.findings.push(`the second attempt returned ${again.status} after ${again.wait} ms`);
  const next = await ship(first, png({ width: 302, height: 300, rows: 300 }), 'foto.png');
  if (next.status !== 200) result.findings.push(`the next picture returned ${next.status}`);
  return withFigures(result, [
    { what: 'time until the hanging decoder was killed, ms', count: Math.round(wait) },
  ]);
}

function servedBeside({ status, wait }: Sent, before: Sent) {
  const findings: string[] = [];
  if (status !== 200 || wait > Math.max(MAX_WAIT, MAX_SLOWDOWN * before.wait))
    findings.push(
      `another partner’s picture: ${status || 'no answer'} after ${Math.round(wait)} ms`,
    );
  const what = 'time of another partner’s picture, ms';
  return { figures: [{ what, count: Math.round(wait) }], findings };
}

const withFigures = (
  { figures, findings }: AttackResult,
  more: AttackResult['figures'],
): AttackResult => ({ figures: [...figures, ...more], findings });
