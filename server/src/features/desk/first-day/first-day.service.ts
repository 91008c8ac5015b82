import { type FirstDay, firstDaySteps } from '@deqiq/contract/desk/first-day.ts';
import type { LastBackup } from '../../../platform/data-folder/last-backup.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as repo from './first-day.repo.ts';

interface Deps {
  readonly db: Db;
  readonly hasMail: boolean;
  readonly lastBackup: () => Promise<LastBackup | undefined>;
}

export type FirstDayService = ReturnType<typeof firstDayService>;

/** Which steps of the first day are done. Each is judged by its result. */
export const firstDayService = ({ db, hasMail, lastBackup }: Deps) => ({
  async find(personId: string): Promise<FirstDay> {
    const [found, backup] = await Promise.all([repo.findWhatExists(db, personId), lastBackup()]);
    const done = { ...found, mail: hasMail, backup: backup !== undefined };
    return { steps: firstDaySteps.map((name) => ({ name, isDone: done[name] })) };
  },
});
