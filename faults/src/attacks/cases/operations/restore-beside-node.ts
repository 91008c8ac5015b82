import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import { Client } from 'pg';
import type { Attack, AttackContext } from '../../attack.ts';
import { backUpFiles } from '../../checkup-files.ts';

const FILES = 20;

export const restoreBesideNode: Attack = {
  name: 'restore-beside-node',
  about:
    'While a backup is restored into PostgreSQL, and after that restore was killed, a node with a data folder of its own is started on the same database. It must not start, and the restore must succeed. A restore beside a connected node must be refused.',
  async run(context) {
    const urls = [await context.postgres(), await context.postgres()];
    const [during, killed] = urls;
    if (!during || !killed)
      return { figures: [], findings: [], skipped: ['PostgreSQL cannot be started here'] };
    const backup = await backUpFiles(context, FILES);
    const findings = [
      ...(await startDuring(context, backup, during)),
      ...(await startAfterKill(context, backup, killed)),
    ];
    return { figures: [{ what: 'files in the backup', count: FILES }], findings };
  },
};

/** Starts a restore and resolves when it has claimed the database. */
async function restoreHalfWay(context: AttackContext, backup: string, url: string) {
  const dataDir = join(context.folder, new URL(url).pathname.slice(1));
  await mkdir(dataDir, { recursive: true });
  const restoring = startCommand('restore', { dataDir, url }, [backup], context.checkout);
  let isOver = false;
  void restoring.ended.then(() => {
    isOver = true;
  });
  const client = new Client({ connectionString: url });
  await client.connect();
  const isClaimed = async () => {
    const { rows } = await client.query(`select to_regclass('unfinished_restore') as claim`);
    return rows[0]?.claim !== null;
  };
  while (!isOver && !(await isClaimed())) await pause(1);
  await client.end();
  return { ...restoring, dataDir };
}

/** Starts a node with a data folder of its own; undefined where it refuses. */
const tryStart = ({ startTarget }: AttackContext, url: string) =>
  startTarget({ url }).catch(() => undefined);

async function startDuring(context: AttackContext, backup: string, url: string) {
  const findings: string[] = [];
  const restoring = await restoreHalfWay(context, backup, url);
  restoring.child.kill('SIGSTOP');
  const node = await tryStart(context, url);
  if (node) findings.push('a node started during a restore');
  restoring.child.kill('SIGCONT');
  const { status, text } = await restoring.ended;
  await node?.end();
  if (status !== 0) findings.push(`the restore exited with ${status}: ${text}`);
  const restored = await context.startTarget({ url, dataDir: restoring.dataDir });
  const other = { dataDir: join(context.folder, 'other'), url };
  const again = await startCommand('restore', other, [backup], context.checkout).ended;
  if (again.status === 0) findings.push('a restore beside a connected node was not refused');
  await restored.newPartner();
  await restored.end();
  return findings;
}

async function startAfterKill(context: AttackContext, backup: string, url: string) {
  const findings: string[] = [];
  const { child, ended, dataDir } = await restoreHalfWay(context, backup, url);
  child.kill('SIGKILL');
  await ended;
  const node = await tryStart(context, url);
  if (node) findings.push('a node started after a restore was killed');
  await node?.end();
  const again = await startCommand('restore', { dataDir, url }, [backup], context.checkout).ended;
  if (again.status !== 0) findings.push(`the restore cannot be repeated: ${again.text}`);
  return findings;
}
