import { sendWaitingStudy } from '@deqiq/samples/dicom/waiting-study.ts';
import { addressIn, callsAbout } from '@deqiq/testkit/http/annotations.ts';
import { createShare } from '@deqiq/testkit/http/shares.ts';
import { type Ending, newWorld, type World } from '@deqiq/testkit/world.ts';
import type { CheckResult } from './own-data.ts';

type Location = NonNullable<Parameters<typeof newWorld>[1]>['location'];

/** Text that only the notes of the first doctor contain. */
const SECRET = 'HIV+';

async function newDoctor(world: World) {
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({
    partner: partner._id,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
  });
  return { client, checkup: checkup._id };
}

/** Moves an X-ray from one doctor to another: the former one sees nothing of it, the new one nothing of the former. */
export async function checkReassigned(
  ending: Ending,
  newLocation: () => Promise<Location>,
): Promise<CheckResult> {
  const location = await newLocation();
  const world = await newWorld(ending, { runsJobs: true, ...(location && { location }) });
  const { admin } = world;
  const former = await newDoctor(world);
  const present = await newDoctor(world);
  const study = await sendWaitingStudy(admin, { patient: 'Huseynova^Nigar' });
  const file = (await study.read()).files[0]?.id ?? '';
  const notes = callsAbout(file);
  (await study.assign(former.checkup)).ok();
  const note = await notes.add(former.client, 'partner', { label: SECRET });
  await createShare(former.client, 'partner', former.checkup);
  await study.undo();
  (await study.assign(present.checkup)).ok();

  const paths = [
    addressIn('partner', file),
    `/api/partner/checkups/${present.checkup}`,
    '/api/partner/misc/checkups',
    '/api/partner/shares',
  ];
  const answers = [];
  for (const path of paths) answers.push(await present.client.get(path));
  answers.push(
    await notes.change(present.client, 'partner', note),
    await notes.remove(present.client, 'partner', note),
    await notes.create(present.client, 'partner', { _id: note._id }),
  );
  const findings = answers
    .filter(({ response }) => response.body.includes(SECRET))
    .map(({ response }) => `the new doctor reads the former one's notes: ${response.body}`);
  const mine = await former.client.get(addressIn('partner', file));
  if (mine.status !== 404) findings.push(`the former doctor still sees the file: ${mine.status}`);
  return { calls: answers.length + 1, findings };
}
