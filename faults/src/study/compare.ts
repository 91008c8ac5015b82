import { setTimeout as pause } from 'node:timers/promises';
import type { FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { hashDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import type { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import { unzipSync } from 'fflate';
import type { Clinic } from '../intake/clinic.ts';
import type { Cbct } from './cbct.ts';
import type { StudyRecords } from './records.ts';

/** A CBCT, its examination and the address of its doctor. */
export interface Ordered {
  readonly cbct: Cbct;
  readonly checkup: string;
  readonly doctor: string;
}

/** Milliseconds until all studies are complete, until a volume is made, and until all e-mails are sent. */
const DEADLINE = 300_000;
const POLL = 500;

/** Seconds: longer than the quiet minute. */
export const QUIET = 61;

/** Lets quiet minutes pass until every study is assigned, and returns a sentence for each difference. */
export async function compare(
  clinic: Clinic,
  ordered: readonly Ordered[],
  records: StudyRecords,
): Promise<string[]> {
  const deadline = Date.now() + DEADLINE;
  let open = ordered;
  while (open.length > 0 && Date.now() < deadline) {
    const areDone = await Promise.all(open.map(({ cbct }) => records.isDone(cbct.study)));
    open = open.filter((_, index) => !areDone[index]);
    for (const { cbct } of open) await records.passTime(cbct.study, QUIET);
    await pause(POLL);
  }
  const staff = await clinic.signIn();
  const wrong: string[] = [];
  for (const { cbct } of open)
    wrong.push(`not assigned: ${JSON.stringify(await records.describe(cbct.study))}`);
  for (const { cbct, checkup } of ordered) {
    const difference = await findDifference(staff, cbct, checkup);
    if (difference) wrong.push(`study ${cbct.study} ${difference}`);
  }
  return wrong;
}

/** Every doctor gets the result once, and in further messages the number of the images that came later. */
export async function compareMails(
  { received }: MailServer,
  ordered: readonly Ordered[],
  records: StudyRecords,
): Promise<string[]> {
  const deadline = Date.now() + DEADLINE;
  while ((await records.countMails()) > 0 && Date.now() < deadline) await pause(POLL);
  const wrong: string[] = [];
  for (const { cbct, doctor } of ordered) {
    const subjects = received.filter(({ to }) => to === doctor).map(({ mail }) => mail.subject);
    const results = subjects.filter((subject) => subject === 'Yeni nəticəniz hazırdır').length;
    const announced = subjects.reduce((sum, subject = '') => {
      const [, images = '0'] = /^(\d+) şəkil əlavə olundu$/.exec(subject) ?? [];
      return sum + Number(images);
    }, 0);
    const { images } = await records.countLater(cbct.study);
    if (results !== 1 || announced !== images)
      wrong.push(
        `study ${cbct.study}: ${images} images came later; the messages: ${subjects.join(', ')}`,
      );
  }
  return wrong;
}

async function findDifference(
  staff: ApiClient,
  { slices }: Cbct,
  id: string,
): Promise<string | undefined> {
  const deadline = Date.now() + DEADLINE;
  const expected = slices.map(({ sopInstance }) => sopInstance);
  // A slice in another transfer syntax may have come first.
  const names = new Map(
    slices.flatMap(({ sopInstance, dataSets }) =>
      Object.values(dataSets).map((dataSet) => [hashDataSet(dataSet), sopInstance] as const),
    ),
  );
  for (;;) {
    const { checkup } = await staff.get<FoundCheckup>(`/api/admin/checkups/${id}`);
    const volumes = checkup.xrayFileLinks;
    const [volume] = volumes;
    if (!volume || volumes.length > 1) return `is ${volumes.length} files`;
    if (volume.imaging.state === 'pending' && Date.now() < deadline) {
      await pause(POLL);
      continue;
    }
    const bytes = new Uint8Array(await (await staff.send('GET', volume.url)).arrayBuffer());
    const found = Object.values(unzipSync(bytes)).map(
      (file) => names.get(hashDataSet(Buffer.from(file))) ?? 'unknown',
    );
    if (found.sort().join() !== expected.sort().join())
      return `has ${found.length} slices instead of ${expected.length}, or others`;
    const { kind, frames } = volume.imaging;
    return kind === 'volume' && frames === slices.length
      ? undefined
      : `is a ${kind} of ${frames} frames`;
  }
}
