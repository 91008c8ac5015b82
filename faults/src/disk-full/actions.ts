import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { checkupWithFile, mergeInto } from '../crash/syscalls/operations.ts';
import { createCard, createClinic, replaceClinic, ship } from '../crash/work/pictures.ts';
import { addPoints, askForGift, figuresNow } from '../crash/work/points.ts';
import { createPartner, PASSWORD } from '../crash/work/small-writes.ts';
import { begun, handOver, sendMissing } from '../crash/work/uploads.ts';
import type { Shift } from '../crash/work/workload.ts';

/** Something people do that needs room. */
export type Action = readonly [name: string, run: () => Promise<unknown>];

/** Everything that is tried with the disk full; what it needs beforehand is made while there is room. */
export async function actionsOf(shift: Shift): Promise<Action[]> {
  const { staff } = shift;
  const [person] = shift.people;
  if (!person) throw new Error('there is no partner');
  const login = { email: person.email, password: PASSWORD };
  const partner = await new ApiClient(staff.port).signIn('partner', login);
  await addPoints(shift, person, figuresNow(shift, person), 100);
  const [title, clinic] = await createClinic(shift);
  await ship(shift, partner);
  const checkup = await checkupWithFile(shift);
  const size = CHUNK_SIZE + 300_000;
  const whole = async () => {
    const upload = begun(shift, size);
    await sendMissing(shift, upload);
    return upload;
  };
  const merged = await whole();
  mergeInto(checkup, merged);
  const half = begun(shift, size);
  await sendMissing(shift, half, 1);
  return [
    ['first chunk of an upload', () => sendMissing(shift, begun(shift, size), 1)],
    ['next chunk of an upload', () => sendMissing(shift, half)],
    // The same upload until it has been taken over, then nothing is left to do.
    ['merge', async () => shift.known.uploads.has(merged) && handOver(shift, merged)],
    ['clinic with a picture', () => createClinic(shift)],
    ['picture replaced', () => replaceClinic(shift, title, clinic)],
    ['doctor with certificates', () => createCard(shift)],
    ['shipment', () => ship(shift, partner)],
    ['change of points', () => addPoints(shift, person, figuresNow(shift, person), 1)],
    ['gift', () => askForGift(shift, person, figuresNow(shift, person), partner)],
    ['new partner', () => createPartner(shift)],
    ['sign-in of staff', () => new ApiClient(staff.port).signIn()],
    ['sign-in of a partner', () => new ApiClient(staff.port).signIn('partner', login)],
  ];
}
