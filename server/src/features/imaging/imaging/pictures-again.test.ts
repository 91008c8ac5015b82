import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageFile } from '@deqiq/samples/dicom-variants/image-file.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { readContext } from '../../../platform/db/database-context.ts';
import { picturesAgain } from '../../../platform/db/migrations/0040-pictures-again.ts';

test('pictures that earlier versions made wrongly or refused are requested once more, and no others', async (t) => {
  const { db, addCheckup } = await newWorld(t, { runsJobs: true });
  const sides = { small: 40, large: 80, refused: 96 };
  for (const [name, side] of Object.entries(sides)) {
    const words = Uint16Array.from({ length: side * side }, (_, at) => at % 4096);
    const bytes = imageFile({ width: side, height: side, words });
    await addCheckup({ fileName: `${name}.dcm`, bytes });
  }
  const findFiles = () => db.selectFrom('file_imaging').selectAll().execute();
  const hasSide = (summary: string, side: number) => summary.includes(`"width":${side}`);
  await untilTrue(async () => (await findFiles()).every(({ state }) => state === 'ready'));
  const files = await findFiles();
  const refused = files.find(({ summary }) => hasSide(summary, sides.refused))?.file_id ?? '';
  const failed = { state: 'failed', failure: 'too-large', generation: null } as const;
  await db.updateTable('file_imaging').set(failed).where('file_id', '=', refused).execute();

  await picturesAgain(db, readContext(db).dialect);

  const generations = new Map(files.map(({ file_id, generation }) => [file_id, generation]));
  const findChanged = async () =>
    (await findFiles())
      .filter(({ file_id, generation }) => generation !== generations.get(file_id))
      .map(({ summary }) => Object.values(sides).find((side) => hasSide(summary, side)))
      .sort();
  await untilTrue(
    async () =>
      (await findChanged()).length === 2 &&
      (await findFiles()).every(({ state }) => state === 'ready'),
  );
  assert.deepEqual(await findChanged(), [sides.small, sides.refused]);
});
