import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The two versions of control groups: where groups are created, and how a share of one processor is written. */
const VERSION_1 = '/sys/fs/cgroup/cpu';
const VERSION_2 = '/sys/fs/cgroup';

/** Microseconds. */
const PERIOD = 20_000;

export interface Quota {
  /** A program, with its arguments, that runs another one in the group. */
  readonly wrapper: readonly string[];
  /** Removes the group. No process may be in it. */
  remove(): void;
}

/** The reason why this machine cannot limit processors; undefined if it can. */
export function findMissingQuota(): string | undefined {
  try {
    accessSync(existsSync(VERSION_1) ? VERSION_1 : VERSION_2, constants.W_OK);
    const controllers = existsSync(VERSION_1)
      ? 'cpu'
      : readFileSync(join(VERSION_2, 'cgroup.controllers'), 'utf8');
    return controllers.includes('cpu') ? undefined : 'control groups have no cpu controller';
  } catch (error) {
    return `control groups cannot be used: ${(error as Error).message}`;
  }
}

/** Creates a control group whose processes together get so much of one processor. */
export function createQuota(name: string, share: number): Quota {
  const isFirst = existsSync(VERSION_1);
  const folder = join(isFirst ? VERSION_1 : VERSION_2, `deqiq-bench-${process.pid}-${name}`);
  mkdirSync(folder);
  const quota = String(Math.round(PERIOD * share));
  if (isFirst) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota);
  } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD}`);
  const enter = `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`;
  return { wrapper: ['sh', '-c', enter, 'sh'], remove: () => rmdirSync(folder) };
}
