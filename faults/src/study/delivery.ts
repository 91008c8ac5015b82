import { setTimeout as pause } from 'node:timers/promises';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Cbct, Slice } from './cbct.ts';

/** Milliseconds between two attempts, and until a machine gives up. */
const RETRY = 100;
const DEADLINE = 120_000;

/** Seconds of a pause; an association that is idle for longer is ended by the intake. */
const SHORTEST_PAUSE = 5;
const LONGEST_OPEN = 55;
const LONGEST_PAUSE = 600;

/** Events between two parts of a study. */
const events = ['pause', 'release', 'abort', 'killIntake', 'killServer', 'resend'] as const;
export type Event = (typeof events)[number];

export interface Site {
  /** Where machines connect. */
  readonly port: number;
  /** Lets seconds pass for the server. */
  readonly passTime: (study: string, seconds: number) => Promise<void>;
  readonly killIntake: () => Promise<void>;
  readonly killServer: () => Promise<void>;
  readonly count: (event: Event) => void;
}

/** A machine that sends again what is not acknowledged. */
function newMachine(port: number, callingAeTitle: string) {
  let association: Awaited<ReturnType<typeof openAssociation>> | undefined;

  async function release(): Promise<void> {
    await association?.release().catch(() => {});
    association = undefined;
  }

  return {
    async store(slice: Slice): Promise<void> {
      const deadline = Date.now() + DEADLINE;
      for (;;)
        try {
          association ??= await openAssociation(port, { callingAeTitle });
          const status = await association.store(slice);
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
  readonly random: Random;
}

/** Sends slices in parts, with an event after each one but the last. */
export async function deliver({
  site,
  cbct,
  slices,
  aeTitle,
  parts,
  random,
}: Delivery): Promise<void> {
  const machine = newMachine(site.port, aeTitle);
  const size = Math.ceil(slices.length / parts);
  for (let from = 0; from < slices.length; from += size) {
    for (const slice of slices.slice(from, from + size)) await machine.store(slice);
    if (from + size >= slices.length) break;
    const event = random.pick(events);
    site.count(event);
    if (event === 'release') await machine.release();
    if (event === 'abort') machine.abort();
    if (event === 'killIntake' || event === 'killServer') await site[event]();
    if (event === 'resend') await resend(machine, slices.slice(0, from + size), random);
    const longest = event === 'pause' ? LONGEST_OPEN : LONGEST_PAUSE;
    await site.passTime(cbct.study, random.between(SHORTEST_PAUSE, longest));
  }
  await resend(machine, slices, random);
  await machine.release();
}

/** Sends some slices again. */
async function resend(
  machine: ReturnType<typeof newMachine>,
  slices: readonly Slice[],
  random: Random,
): Promise<void> {
  for (const slice of slices) if (random.chance(0.25)) await machine.store(slice);
}

/** The operator of a machine whose last association may have broken sends a slice again. */
export async function conclude({ port }: Site, { slices }: Cbct): Promise<void> {
  const machine = newMachine(port, 'CBCT1');
  for (const slice of slices.slice(-1)) await machine.store(slice);
  await machine.release();
}
