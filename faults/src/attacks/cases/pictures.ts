import { setTimeout as pause } from 'node:timers/promises';
import { png } from '../../hostile/bombs/bomb-bytes.ts';
import type { Attack, AttackResult } from '../attack.ts';
import { besideBystanders } from '../bystanders.ts';
import { manyScans } from '../files/progressive-jpeg.ts';
import { createCheckup, type Sent, ship, upload } from '../files/sending.ts';
import { childrenOf } from '../memory.ts';
import type { SignedInPartner } from '../target.ts';

/** Milliseconds that another partner's small picture may take. */
const MAX_WAIT = 5_000;

/** Milliseconds after which that partner gives up. */
const PATIENCE = 9_000;

const small = png({ width: 300, height: 300, rows: 300 });

export const progressiveScans: Attack = {
  name: 'jpeg-thousands-of-scans',
  about:
    'A partner sends two JPEGs of 500 kB whose every coefficient comes bit by bit in a scan of its own, 2,647 scans, and hangs up after two seconds. Another partner sends a small picture.',
  async run(context) {
    const bytes = manyScans(7_680, 3);
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const [attacker, other] = [await target.newPartner(), await target.newPartner()];
      const attacks = [1, 2].map(() => ship(attacker, bytes, 'foto.jpg', 2_000));
      await pause(2_500);
      const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE));
      const accepted = (await Promise.all(attacks)).filter(({ status }) => status === 200).length;
      return withFigures(result, [
        { what: 'bytes of each JPEG', count: bytes.length },
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
      const [attacker, other] = [await target.newPartner(), await target.newPartner()];
      const attacks = Array.from({ length: 12 }, () => ship(attacker, bytes, 'foto.png', PATIENCE));
      await pause(300);
      const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE));
      const answers = await Promise.all(attacks);
      const waiting = answers.filter(({ status }) => status === 429 || status === 503).length;
      if (waiting === 0) result.findings.push('none of the twelve is told to come again');
      return withFigures(result, [
        { what: 'bytes of each PNG', count: bytes.length },
        { what: 'PNGs told to come again', count: waiting },
      ]);
    });
  },
};

export const svgNamedPng: Attack = {
  name: 'svg-named-png',
  about:
    'Staff make four checkups at once, each with an SVG of 360 kB named .png whose style sheet is matched with every element.',
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
        ? [`the checkups are answered ${statuses.join(', ')}`]
        : [];
      if (longest > MAX_WAIT) findings.push(`they took ${Math.round(longest)} ms`);
      return {
        figures: [
          { what: 'bytes of each SVG', count: bytes.length },
          { what: 'milliseconds they took at most', count: Math.round(longest) },
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
    'The process that decodes a partner’s picture stops for ever. Another partner sends a small picture; then the first one sends the same again, and another.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const [first, other] = [await target.newPartner(), await target.newPartner()];
      await ship(first, small, 'foto.png');
      const decoders = childrenOf(target.pid);
      if (decoders.length === 0)
        return { figures: [], findings: ['pictures are decoded in the server itself'] };
      return stopAndShip(decoders, first, other);
    });
  },
};

async function stopAndShip(
  decoders: readonly number[],
  first: SignedInPartner,
  other: SignedInPartner,
): Promise<AttackResult> {
  const hanging = png({ width: 301, height: 300, rows: 300 });
  for (const pid of decoders) process.kill(pid, 'SIGSTOP');
  const sent = ship(first, hanging, 'foto.png');
  await pause(100);
  const result = servedBeside(await ship(other, small, 'foto.png', PATIENCE));
  const { status, wait } = await sent;
  if (status !== 415) result.findings.push(`the picture that hangs is answered ${status}`);
  const again = await ship(first, hanging, 'foto.png');
  if (again.status !== 415 || again.wait > MAX_WAIT)
    result.findings.push(`sent again it is answered ${again.status} after ${again.wait} ms`);
  const next = await ship(first, png({ width: 302, height: 300, rows: 300 }), 'foto.png');
  if (next.status !== 200) result.findings.push(`the next picture is answered ${next.status}`);
  return withFigures(result, [
    { what: 'milliseconds until the hanging decoder was ended', count: Math.round(wait) },
  ]);
}

function servedBeside({ status, wait }: Sent) {
  const findings: string[] = [];
  if (status !== 200 || wait > MAX_WAIT)
    findings.push(
      `another partner’s picture: ${status || 'no answer'} after ${Math.round(wait)} ms`,
    );
  const what = 'milliseconds another partner’s picture took';
  return { figures: [{ what, count: Math.round(wait) }], findings };
}

const withFigures = (
  { figures, findings }: AttackResult,
  more: AttackResult['figures'],
): AttackResult => ({ figures: [...figures, ...more], findings });
