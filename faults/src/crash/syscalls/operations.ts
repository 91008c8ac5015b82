import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { OpenUpload } from '../expected/expected-state.ts';
import { createClinic, replaceClinic } from '../work/pictures.ts';
import { addPoints, currentFigures } from '../work/points.ts';
import { removeCheckup } from '../work/small-writes.ts';
import { beginUpload, mergeUpload, sendMissing, uploadFile } from '../work/uploads.ts';
import type { Workload } from '../work/workload.ts';

/** A user's action whose calls are counted: its preparation, then the action. */
export interface Operation {
  readonly title: string;
  prepare(workload: Workload): Promise<() => Promise<void>>;
}

/** Bytes of a file of two chunks. */
const TWO_CHUNKS = CHUNK_SIZE + 300_000;

/** The four operations of the guarantee, and one that changes rows only. */
export const operations = (): Operation[] => {
  let clinic: [string, string] | undefined;
  return [
    {
      title: 'one upload',
      prepare: async (workload) => {
        const upload = beginUpload(workload, TWO_CHUNKS);
        return () => sendMissing(workload, upload);
      },
    },
    {
      title: 'one merge',
      prepare: async (workload) => {
        const checkupId = await checkupWithFile(workload);
        const upload = beginUpload(workload, TWO_CHUNKS);
        await sendMissing(workload, upload);
        mergeInto(checkupId, upload);
        return () => mergeUpload(workload, upload);
      },
    },
    {
      title: 'one picture replaced',
      prepare: async (workload) => {
        clinic ??= await createClinic(workload);
        const [title, id] = clinic;
        return () => replaceClinic(workload, title, id);
      },
    },
    {
      title: 'one deletion',
      prepare: async (workload) => {
        const id = await checkupWithFile(workload);
        return () => removeCheckup(workload, id);
      },
    },
    {
      title: 'one change of points',
      prepare: async (workload) => {
        const [person] = workload.people;
        if (!person) throw new Error('there is no partner with points');
        return () => addPoints(workload, person, currentFigures(workload, person), 1);
      },
    },
  ];
};

/** Prepares an upload to be merged into this checkup. */
export function mergeInto(checkupId: string, upload: OpenUpload): void {
  const { fileId, name: fileName } = upload.file;
  const files = [{ fileId, fileName }];
  upload.merge = {
    path: '/api/admin/checkups/merge-chunks',
    body: { checkupId, firstName: 'Nigar', lastName: 'Əliyeva', files },
    checkupId,
  };
}

/** Creates a checkup with one small file and returns its id. */
export async function checkupWithFile(workload: Workload): Promise<string> {
  const before = new Set(workload.expected.checkups.keys());
  const upload = beginUpload(workload, 10_000);
  const { fileId, name: fileName } = upload.file;
  const [person] = workload.people;
  upload.merge = {
    path: '/api/admin/checkups',
    body: {
      firstName: 'Leyla',
      lastName: 'Həsənova',
      partner: person?.id,
      xrayFiles: [{ fileId, fileName }],
    },
  };
  await uploadFile(workload, upload);
  const [id] = [...workload.expected.checkups.keys()].filter((each) => !before.has(each));
  if (!id) throw new Error('a checkup was made without an id');
  return id;
}
