import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { OpenUpload } from '../expected/expected-state.ts';
import { createClinic, replaceClinic } from '../work/pictures.ts';
import { addPoints, figuresNow } from '../work/points.ts';
import { removeCheckup } from '../work/small-writes.ts';
import { begun, bringIn, handOver, sendMissing } from '../work/uploads.ts';
import type { Shift } from '../work/workload.ts';

/** Something people do whose calls are counted: what must be there before, then the thing itself. */
export interface Operation {
  readonly title: string;
  prepare(shift: Shift): Promise<() => Promise<void>>;
}

/** Bytes of a file of two chunks. */
const TWO_CHUNKS = CHUNK_SIZE + 300_000;

/** The four the promise is about, and one that is rows alone. */
export const operations = (): Operation[] => {
  let clinic: [string, string] | undefined;
  return [
    {
      title: 'one upload',
      prepare: async (shift) => {
        const upload = begun(shift, TWO_CHUNKS);
        return () => sendMissing(shift, upload);
      },
    },
    {
      title: 'one merge',
      prepare: async (shift) => {
        const checkupId = await checkupWithFile(shift);
        const upload = begun(shift, TWO_CHUNKS);
        await sendMissing(shift, upload);
        mergeInto(checkupId, upload);
        return () => handOver(shift, upload);
      },
    },
    {
      title: 'one picture replaced',
      prepare: async (shift) => {
        clinic ??= await createClinic(shift);
        const [title, id] = clinic;
        return () => replaceClinic(shift, title, id);
      },
    },
    {
      title: 'one deletion',
      prepare: async (shift) => {
        const id = await checkupWithFile(shift);
        return () => removeCheckup(shift, id);
      },
    },
    {
      title: 'one change of points',
      prepare: async (shift) => {
        const [person] = shift.people;
        if (!person) throw new Error('nobody has points');
        return () => addPoints(shift, person, figuresNow(shift, person), 1);
      },
    },
  ];
};

/** An upload that will go into this checkup. */
export function mergeInto(checkupId: string, upload: OpenUpload): void {
  const { fileId, name: fileName } = upload.file;
  const files = [{ fileId, fileName }];
  upload.taking = {
    path: '/api/admin/checkups/merge-chunks',
    body: { checkupId, firstName: 'Nigar', lastName: 'Əliyeva', files },
    checkupId,
  };
}

/** A checkup with one small file; its id. */
export async function checkupWithFile(shift: Shift): Promise<string> {
  const before = new Set(shift.known.checkups.keys());
  const upload = begun(shift, 10_000);
  const { fileId, name: fileName } = upload.file;
  const [person] = shift.people;
  upload.taking = {
    path: '/api/admin/checkups',
    body: {
      firstName: 'Leyla',
      lastName: 'Həsənova',
      partner: person?.id,
      xrayFiles: [{ fileId, fileName }],
    },
  };
  await bringIn(shift, upload);
  const [id] = [...shift.known.checkups.keys()].filter((each) => !before.has(each));
  if (!id) throw new Error('a checkup was made without an id');
  return id;
}
