import { setTimeout as pause } from 'node:timers/promises';
import { SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type Cbct, type Slice, type Syntax, syntaxes } from './cbct.ts';

/** Milliseconds between two attempts, and until a machine gives up. */
const RETRY = 100;
const DEADLINE = 120_000;

/** Seconds of a pause; an association that is idle for longer is ended by the intake. */
const SHORTEST_PAUSE = 5;
const LONGEST_OPEN = 55;
const LONGEST_PAUSE = 600;

/** Events between two parts of a study. */
const events = ['pause', 'release', 'abort', 'killIntake', 'killServer', 'resend'] as const;
export type Event = (typeof events)[number] | 'assign';

export interface Site {
  /** Where machines connect. */
  readonly port: number;
  /** Lets seconds pass for the server. */
  readonly passTime: (study: string, seconds: number) => Promise<void>;
  readonly killIntake: () => Promise<void>;
  readonly killServer: () => Promise<void>;
  /** Staff assign what has come of a study. */
  readonly assign: (study: string) => Promise<void>;
  readonly count: (event: Event | Syntax) => void;
}

/** A machine that sends again what is not acknowledged. */
function newMachine(port: number, callingAeTitle: string) {
  let association: Awaited<ReturnType<typeof openAssociation>> | undefined;
  let opened: Syntax | undefined;

  async function release(): Promise<void> {
    await association?.release().catch(() => {});
    association = undefined;
  }

  return {
    async store({ sopInstance, dataSets }: Slice, syntax: Syntax = 'explicit'): Promise<void> {
      if (syntax !== opened) await release();
      opened = syntax;
      const options = { callingAeTitle, transferSyntax: SYNTAX[syntax] };
      const deadline = Date.now() + DEADLINE;
      for (;;)
        try {
          association ??= await openAssociation(port, options);
          const status = await association.store({ sopInstance, dataSet: dataSets[syntax] });
          if (status === 0) return;
          throw new Error(`C-STORE was answered with ${status ?? 'nothing'}`);
        } catch (error) {
          association?.socket.destroy();
          association = undefined;
          if (Date.now() > deadline) throw error;
          await pause(RETRY);
        }
    },
    release,
    abort(): void {
      association?.socket.resetAndDestroy();
      association = undefined;
    },
  };
}

interface Delivery {
  readonly site: Site;
  readonly cbct: Cbct;
  /** The slices that this machine sends. */
  readonly slices: readonly Slice[];
  readonly aeTitle: string;
  readonly parts: number;
  /** Whether staff assign the study after its first part. */
  readonly isByHand: boolean;
  readonly random: Random;
}

/** Sends slices in parts, with an event after each one but the last. */
export async function deliver({
  site,
  cbct,
  slices,
  aeTitle,
  parts,
  isByHand,
  random,
}: Delivery): Promise<void> {
  const machine = newMachine(site.port, aeTitle);
  const size = Math.ceil(slices.length / parts);
  for (let from = 0; from < slices.length; from += size) {
    for (const slice of slices.slice(from, from + size)) await machine.store(slice);
    if (from + size >= slices.length) break;
    const sent = slices.slice(0, from + size);
    const event = isByHand && from === 0 ? 'assign' : random.pick(events);
    site.count(event);
    if (event === 'release') await machine.release();
    if (event === 'abort') machine.abort();
    if (event === 'killIntake' || event === 'killServer') await site[event]();
    if (event === 'resend') await resend({ site, machine, slices: sent, random });
    if (event === 'assign') {
      if (random.chance(0.5)) machine.abort();
      else await machine.release();
      await site.assign(cbct.study);
    }
    const longest = event === 'pause' ? LONGEST_OPEN : LONGEST_PAUSE;
    await site.passTime(cbct.study, random.between(SHORTEST_PAUSE, longest));
  }
  await resend({ site, machine, slices, random });
  await machine.release();
}

interface Resend extends Pick<Delivery, 'site' | 'slices' | 'random'> {
  readonly machine: ReturnType<typeof newMachine>;
}

/** Sends some slices again, in another transfer syntax than before. */
async function resend({ site, machine, slices, random }: Resend): Promise<void> {
  const syntax = random.pick(syntaxes);
  for (const slice of slices)
    if (random.chance(0.25)) {
      await machine.store(slice, syntax);
      site.count(syntax);
    }
}

/** The operator of a machine whose last association may have broken sends a slice again. */
export async function conclude({ port }: Site, { slices }: Cbct): Promise<void> {
  const machine = newMachine(port, 'CBCT1');
  for (const slice of slices.slice(-1)) await machine.store(slice);
  await machine.release();
}
