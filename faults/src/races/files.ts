import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countStatus, formatStatuses } from '@deqiq/testkit/http/replies.ts';
import { type Clinic, shuffled, times } from './clinic.ts';

const CHECKUPS = '/api/admin/checkups';
const MERGE = `${CHECKUPS}/merge-chunks`;

const file = (fileId: string) => ({ fileId, fileName: 'panoram.dcm', totalChunks: 1 });

/** Creates a checkup with one file. */
async function addCheckup({ staff, done, upload, partnerId }: Clinic): Promise<string> {
  const created = await done(
    staff('POST', CHECKUPS, {
      partner: partnerId,
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      xrayFiles: [file(await upload())],
    }),
  );
  return (created.checkup as { _id: string })._id;
}

const claimsOf = ({ db }: Clinic, uploadId: string) =>
  db.selectFrom('upload_claims').selectAll().where('file_id', '=', uploadId).execute();

const filesOf = ({ db }: Clinic, checkupId: string) =>
  db.selectFrom('checkup_files').selectAll().where('checkup_id', '=', checkupId).execute();

const isStored = ({ dataDir }: Clinic, id: string) =>
  existsSync(join(dataDir, 'objects/files', id));

/**
 * One upload is requested by two checkups and two new ones. One of the four wins for every caller that sent the same
 * call, and nothing of the others is stored.
 */
export async function raceMerges(clinic: Clinic, together: number): Promise<string[]> {
  const { db, random, released, staff, upload } = clinic;
  const checkups = [await addCheckup(clinic), await addCheckup(clinic)];
  const uploadId = await upload();
  const mergeCalls = checkups.flatMap((checkupId) =>
    ['Aysel', 'Leyla'].map((firstName) => ({
      checkupId,
      firstName,
      lastName: 'Quliyeva',
      files: [file(uploadId)],
    })),
  );
  const sent = shuffled(
    random,
    times(together, (number) => mergeCalls[number % mergeCalls.length]),
  );
  const replies = await released(await Promise.all(sent.map((body) => staff('POST', MERGE, body))));
  const granted = new Set(sent.filter((_, number) => replies[number]?.status === 200));
  const [won] = granted;
  const claims = await claimsOf(clinic, uploadId);
  const stored = claims[0]?.stored_id ?? '';
  const of = await db.selectFrom('checkup_files').selectAll().where('id', '=', stored).execute();
  const names = await db
    .selectFrom('checkups')
    .select(['id', 'first_name'])
    .where('id', 'in', checkups)
    .execute();
  const nameShouldBe = (id: string) => (id === won?.checkupId ? won.firstName : 'Nigar');
  const right =
    granted.size === 1 &&
    countStatus(replies, 200) === together / mergeCalls.length &&
    countStatus(replies, 409) === together - together / mergeCalls.length &&
    claims.length === 1 &&
    of.length === 1 &&
    of[0]?.checkup_id === won?.checkupId &&
    names.every(({ id, first_name }) => first_name === nameShouldBe(id)) &&
    isStored(clinic, stored);
  return right
    ? []
    : [
        `${granted.size} wishes granted: ${formatStatuses(replies)}, ${claims.length} claims, ${of.length} rows`,
      ];
}

/** Milliseconds. A merge syncs its file before it writes rows: a deletion that comes too early meets no row. */
const LATEST_DELETION = 60;

/** Races deletions of a checkup against merges into it: it is deleted once, and each of its files can be restored. */
export async function raceDeletionsWithMerges(clinic: Clinic, together: number): Promise<string[]> {
  const { db, random, released, staff, upload } = clinic;
  const checkupId = await addCheckup(clinic);
  const before = (await filesOf(clinic, checkupId)).map(({ id }) => id);
  const uploadId = await upload();
  const body = { checkupId, firstName: 'Aysel', lastName: 'Quliyeva', files: [file(uploadId)] };
  const sent = shuffled(
    random,
    times(together, (number) => (number % 4 === 0 ? 'delete' : 'merge')),
  );
  const delay = random.below(LATEST_DELETION);
  const calls = sent.map(async (verb) =>
    verb === 'merge'
      ? staff('POST', MERGE, body)
      : { ...(await staff('DELETE', `${CHECKUPS}/${checkupId}`)), delay },
  );
  const replies = await released(await Promise.all(calls));
  const of = (verb: string) => replies.filter((_, number) => sent[number] === verb);
  const deletions = of('delete');
  const merges = of('merge');
  const rows = (await filesOf(clinic, checkupId)).length;
  const remaining = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', checkupId)
    .executeTakeFirst();
  // An upload that no checkup has merged stays available, like any upload.
  const [claim] = await claimsOf(clinic, uploadId);
  const bytes = [...before, ...(claim ? [claim.stored_id] : [])].filter((id) =>
    isStored(clinic, id),
  );
  const deletedRows = await db
    .selectFrom('deleted_files')
    .select('id')
    .where('checkup_id', '=', checkupId)
    .execute();
  const deleted = deletedRows.map(({ id }) => id);
  const right =
    countStatus(deletions, 200) === 1 &&
    countStatus(deletions, 404) === deletions.length - 1 &&
    countStatus(merges, 200) + countStatus(merges, 404) + countStatus(merges, 409) ===
      merges.length &&
    !remaining &&
    rows === 0 &&
    before.every((id) => deleted.includes(id)) &&
    deleted.toSorted().join() === bytes.toSorted().join();
  return right
    ? []
    : [
        `deletes ${formatStatuses(deletions)}, merges ${formatStatuses(merges)}, ${rows} rows remain, ${deleted.length} files can be restored, ${bytes.length} are stored`,
      ];
}
