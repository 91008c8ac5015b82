import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import type { Attack, AttackContext } from '../../attack.ts';
import { backUpFiles, storedFiles } from '../../checkup-files.ts';

const FILES = 60;

export const restoreBesideStart: Attack = {
  name: 'restore-beside-start',
  about:
    'A restore is suspended half way and a server is started on the same folder. The server must refuse to start, or nothing that it acknowledges may be lost; the restore must succeed. When the restore is killed instead, no server may treat the folder as empty, and a second restore must succeed.',
  async run(context) {
    const backup = await backUpFiles(context, FILES);
    const findings = [
      ...(await startBesideRestore(context, backup)),
      ...(await startAfterKilledRestore(context, backup)),
    ];
    return { figures: [{ what: 'files in the backup', count: FILES }], findings };
  },
};

/** Starts a restore and resolves as soon as it has begun to copy files. */
async function restoreHalfWay({ checkout }: AttackContext, backup: string, dataDir: string) {
  await mkdir(dataDir);
  const restoring = startCommand('restore', { dataDir }, [backup], checkout);
  let isOver = false;
  void restoring.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !existsSync(join(dataDir, 'objects.restoring/files'))) await pause(1);
  return restoring;
}

/** Starts a server; undefined when it refuses to start. */
const tryStart = (context: AttackContext, dataDir: string) =>
  context.startTarget({ dataDir }).catch(() => undefined);

async function startBesideRestore(context: AttackContext, backup: string): Promise<string[]> {
  const findings: string[] = [];
  const dataDir = join(context.folder, 'stopped');
  const restoring = await restoreHalfWay(context, backup, dataDir);
  restoring.child.kill('SIGSTOP');
  const server = await tryStart(context, dataDir);
  const partner = await server?.newPartner();
  restoring.child.kill('SIGCONT');
  const { status } = await restoring.ended;
  await server?.end();
  if (server) {
    findings.push('a server started during a restore');
    if (!existsSync(join(dataDir, 'deqiq.sqlite')))
      findings.push(`its database is gone, with the acknowledged partner ${partner?.id}`);
  }
  if (status !== 0) findings.push(`the restore exited with ${status}`);
  else if ((await storedFiles(dataDir)).length !== FILES)
    findings.push('files are missing after the restore');
  return findings;
}

async function startAfterKilledRestore(context: AttackContext, backup: string): Promise<string[]> {
  const findings: string[] = [];
  const dataDir = join(context.folder, 'killed');
  const restoring = await restoreHalfWay(context, backup, dataDir);
  restoring.child.kill('SIGKILL');
  await restoring.ended;
  const server = await tryStart(context, dataDir);
  if (server) findings.push('a server started on a half restored folder with an empty database');
  await server?.end();
  const again = await startCommand('restore', { dataDir }, [backup], context.checkout).ended;
  if (again.status !== 0) findings.push(`the restore cannot be repeated: ${again.text}`);
  return findings;
}
