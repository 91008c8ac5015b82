import { setTimeout as pause } from 'node:timers/promises';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { hashDataSet, readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const SIDE = 32;

/** Instances of one study. */
const STUDY_SIZE = 40;

/** Milliseconds between two instances, between two attempts, and until a machine gives up. */
const LONGEST_PAUSE = 400;
const RETRY = 30;
const DEADLINE = 180_000;

/** Instances that the intake has acknowledged: the hash of each data set by its SOP Instance UID. */
export type Delivered = Map<string, Map<string, string>>;

/** Delivers one study after the other until `isOver`. Every instance is sent again until it is acknowledged. */
export async function runMachine(
  { port, number, random }: { port: number; number: number; random: Random },
  delivered: Delivered,
  isOver: () => boolean,
): Promise<void> {
  let association: Awaited<ReturnType<typeof openAssociation>> | undefined;
  const deliver = async (sopInstance: string, dataSet: Buffer): Promise<void> => {
    const deadline = Date.now() + DEADLINE;
    for (;;)
      try {
        association ??= await openAssociation(port, { callingAeTitle: `MACHINE${number}` });
        const status = await association.store({ sopInstance, dataSet });
        if (status === 0) return;
        throw new Error(`C-STORE was answered with ${status ?? 'nothing'}`);
      } catch (error) {
        association?.socket.destroy();
        association = undefined;
        if (Date.now() > deadline) throw error;
        await pause(RETRY);
      }
  };

  for (let study = 0; !isOver(); study += 1) {
    const series = `2.25.${number}.${study}`;
    const uid = `${series}.9`;
    const instances = new Map<string, string>();
    delivered.set(uid, instances);
    for (let instance = 1; instance <= STUDY_SIZE && !isOver(); instance += 1) {
      const file = someSlice({ uid, series, instance, random });
      await deliver(`${series}.${instance}`, readDataSet(file));
      instances.set(`${series}.${instance}`, hashDataSet(file));
      await pause(random.between(0, LONGEST_PAUSE));
    }
  }
  await association?.release();
}

interface Slice {
  readonly uid: string;
  readonly series: string;
  readonly instance: number;
  readonly random: Random;
}

const someSlice = ({ uid, series, instance, random }: Slice): Buffer =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    position: [0, 0, instance],
    series,
    pixels: Uint16Array.from({ length: SIDE * SIDE }, () => random.below(4_096)),
    more: [
      { tag: 0x0008_0016, vr: 'UI', value: SECONDARY_CAPTURE },
      { tag: 0x0020_000d, vr: 'UI', value: uid },
    ],
  });
