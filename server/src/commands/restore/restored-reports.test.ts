import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBackup } from '@deqiq/testkit/backups/backup-folder.ts';
import { emptyLocation } from '@deqiq/testkit/folders.ts';
import { newReportClinic, reportCalls } from '@deqiq/testkit/http/reports.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { checkReports } from '../verify/reports.ts';
import { restore } from './restore.ts';

test('a restored server has the reports, and signs with the same key', async (t) => {
  const clinic = await newReportClinic(t);
  const report = await clinic.signed();
  const { folder } = await createBackup(t, clinic);
  const location = await emptyLocation(t);
  await restore({ backup: folder, ...location });
  const restored = await newWorld(t, { location: { ...location, drop: async () => {} } });
  const calls = reportCalls(restored.admin, clinic.checkup._id);
  assert.deepEqual(await calls.listReports(), [report]);
  const next = await calls.signed();
  assert.equal(next.signature?.key, report.signature?.key);
  assert.deepEqual((await checkReports(restored.db)).problems, []);

  // Without the key file the private half is lost: another key signs, and both verify.
  await rm(join(location.dataDir, 'second-factor-key'));
  const later = await calls.signed();
  assert.notEqual(later.signature?.key, report.signature?.key);
  assert.deepEqual((await checkReports(restored.db)).problems, []);
});
