import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@deqiq/testkit/process/operator-command.ts';
import type { Attack } from '../../attack.ts';
import { addCheckup } from '../../checkup-files.ts';

export const backupClockBack: Attack = {
  name: 'backup-clock-back',
  about:
    'Two backups are dated years ahead because the clock was wrong. With the clock right again, a third one is made with --keep 2. The new backup must exist, and last-backup.json must name an existing one.',
  async run({ folder, checkout, startTarget }) {
    const findings: string[] = [];
    const target = await startTarget();
    await addCheckup(target, 1);
    const backups = join(folder, 'backups');
    await mkdir(backups);
    for (const year of [2098, 2099]) {
      const existing = await backupsIn(backups);
      await runCommand('backup', target, [backups], checkout);
      const newest = (await backupsIn(backups)).find((name) => !existing.includes(name)) ?? '';
      await rename(join(backups, newest), join(backups, `deqiq-${year}0101T000000000Z`));
    }
    await runCommand('backup', target, [backups, '--keep', '2'], checkout);
    const remaining = await backupsIn(backups);
    const note = await readFile(join(target.dataDir, 'last-backup.json'), 'utf8');
    const { folder: named } = JSON.parse(note) as { folder: string };
    if (!existsSync(named)) findings.push('the new backup was removed immediately');
    if (remaining.length !== 2) findings.push(`${remaining.length} backups are left instead of 2`);
    return { figures: [{ what: 'backups left of three', count: remaining.length }], findings };
  },
};

const backupsIn = async (backups: string): Promise<string[]> =>
  (await readdir(backups)).filter((name) => name.startsWith('deqiq-'));
