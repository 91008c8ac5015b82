import { setTimeout as pause } from 'node:timers/promises';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { bearer } from '@deqiq/testkit/api-client.ts';
import type { Attack, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { createCheckup, send, upload } from '../../files/sending.ts';
import { copyId, multiplyRows } from '../../rows.ts';
import type { Target } from '../../target.ts';

/** Files with an instance each, and further instances of each. */
const FILES = { short: 2_000, full: 5_000 };
const INSTANCES = 80;

/** Examinations of one common name. */
const NAMES = { short: 250_000, full: 500_000 };

/** Milliseconds until a file is found. */
const PATIENCE = 60_000;

const SEARCHES = [
  '/dicom-web/instances?limit=1',
  '/dicom-web/instances?limit=1000&includefield=all',
  '/dicom-web/series?limit=1',
  '/dicom-web/studies?limit=1',
  '/dicom-web/studies?limit=1&offset=1000',
];

/** A search of all instances is refused, because no index would bear it. */
const acceptedStatuses = (path: string) =>
  path.startsWith('/dicom-web/instances') ? [413, 503] : [200, 503];

/** A name of words that each search finds in all rows. */
const WORDS = ['Hüseynova', 'Əliyeva', 'Kərimova', 'Məmmədova', 'Quliyeva', 'Rzayeva', 'Sadıqova'];

export const qidoAtSize: Attack = {
  name: 'qido-at-size',
  about:
    'A program of staff searches for studies, series and instances among 160,000 instances (400,000 in the full run), ten searches at a time.',
  async run({ short, startTarget }) {
    const target = await startTarget();
    await addInstances(target, FILES[short ? 'short' : 'full']);
    const searches = [...SEARCHES, ...SEARCHES];
    return besideBystanders(target, () => search(target, searches, short ? 2 : 5));
  },
};

export const commonName: Attack = {
  name: 'common-name',
  about:
    'Staff search for the seven words of a name that 250,000 examinations have (500,000 in the full run), all for the first time and at once.',
  async run({ short, startTarget }) {
    const target = await startTarget();
    const body = {
      partner: (await target.newPartner()).id,
      firstName: 'Nigar',
      lastName: WORDS.join(' '),
      xrayFiles: [await target.staff.upload('a.dcm', blackSlice({}))],
      confirmDifferentPatient: true,
    };
    await target.staff.post('/api/admin/checkups', body);
    const count = NAMES[short ? 'short' : 'full'];
    multiplyRows(target, [{ table: 'checkups', count, columns: { id: copyId() } }]);
    const searches = WORDS.map(
      (word) => `/api/admin/checkups?name=${encodeURIComponent(word.slice(0, -2))}`,
    );
    return besideBystanders(target, () => search(target, searches, 1));
  },
};

async function addInstances(target: Target, files: number): Promise<void> {
  const fileId = await upload(target, blackSlice({}));
  const created = await createCheckup(target, await target.newPartner(), fileId, 'a.dcm');
  if (created.status !== 200) throw new Error(`the upload returned ${created.status}`);
  const began = performance.now();
  while ((await send(target, '/dicom-web/studies/2.25.9/series', signed(target))).status !== 200) {
    if (performance.now() - began > PATIENCE) throw new Error('the file is not found');
    await pause(100);
  }
  multiplyRows(target, [
    {
      table: 'checkup_files',
      count: files,
      columns: { id: copyId(), position: 'n.i', name: "n.i || '.dcm'" },
    },
    {
      table: 'dicom_series',
      count: files,
      columns: { file_id: copyId(), study_uid: "'2.25.8.' || n.i", series_uid: "'2.25.7.' || n.i" },
    },
    {
      table: 'dicom_instances',
      count: files * INSTANCES,
      columns: { file_id: copyId(INSTANCES), number: 'n.i', sop_uid: "'2.25.6.' || n.i" },
    },
  ]);
}

const signed = ({ staff }: Target): RequestInit => ({
  headers: { authorization: bearer(staff.token) },
});

/** Sends all of these at once, several times. */
async function search(
  target: Target,
  paths: readonly string[],
  rounds: number,
): Promise<AttackResult> {
  const strange = new Set<string>();
  const began = performance.now();
  const sendOne = async (path: string) => {
    const { status } = await send(target, path, signed(target));
    if (!acceptedStatuses(path).includes(status)) strange.add(`${path} returned ${status}`);
  };
  for (let round = 0; round < rounds; round += 1) await Promise.all(paths.map(sendOne));
  return {
    figures: [
      { what: 'searches', count: rounds * paths.length },
      { what: 'until the last answer, ms', count: Math.round(performance.now() - began) },
    ],
    findings: [...strange],
  };
}
