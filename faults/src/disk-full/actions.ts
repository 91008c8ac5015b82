import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { checkupWithFile, mergeInto } from '../crash/syscalls/operations.ts';
import { createCard, createClinic, replaceClinic, ship } from '../crash/work/pictures.ts';
import { addPoints, askForGift, currentFigures } from '../crash/work/points.ts';
import { createPartner, PASSWORD } from '../crash/work/small-writes.ts';
import { beginUpload, mergeUpload, sendMissing } from '../crash/work/uploads.ts';
import type { Workload } from '../crash/work/workload.ts';

/** A user's action that needs disk space. */
export type Action = readonly [name: string, run: () => Promise<unknown>];

/** Every action to be tried on a full disk; prepares what it needs while there is space. */
export async function actionsOf(workload: Workload): Promise<Action[]> {
  const { staff } = workload;
  const [person] = workload.people;
  if (!person) throw new Error('there is no partner');
  const login = { email: person.email, password: PASSWORD };
  const partner = await new ApiClient(staff.port).signIn('partner', login);
  await addPoints(workload, person, currentFigures(workload, person), 100);
  const [title, clinic] = await createClinic(workload);
  await ship(workload, partner);
  const checkup = await checkupWithFile(workload);
  const size = CHUNK_SIZE + 300_000;
  const whole = async () => {
    const upload = beginUpload(workload, size);
    await sendMissing(workload, upload);
    return upload;
  };
  const merged = await whole();
  mergeInto(checkup, merged);
  const half = beginUpload(workload, size);
  await sendMissing(workload, half, 1);
  return [
    ['first chunk of an upload', () => sendMissing(workload, beginUpload(workload, size), 1)],
    ['next chunk of an upload', () => sendMissing(workload, half)],
    // Repeats the same upload until it is merged; afterwards nothing is left to do.
    ['merge', async () => workload.expected.uploads.has(merged) && mergeUpload(workload, merged)],
    ['clinic with a picture', () => createClinic(workload)],
    ['picture replaced', () => replaceClinic(workload, title, clinic)],
    ['doctor with certificates', () => createCard(workload)],
    ['shipment', () => ship(workload, partner)],
    ['change of points', () => addPoints(workload, person, currentFigures(workload, person), 1)],
    ['gift', () => askForGift(workload, person, currentFigures(workload, person), partner)],
    ['new partner', () => createPartner(workload)],
    ['sign-in of staff', () => new ApiClient(staff.port).signIn()],
    ['sign-in of a partner', () => new ApiClient(staff.port).signIn('partner', login)],
  ];
}
