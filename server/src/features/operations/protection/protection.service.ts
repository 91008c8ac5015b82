import type { ProtectionLine, ProtectionState } from '@deqiq/contract/operations/protection.ts';
import { cacheResult } from '../../../platform/cached-result.ts';
import { findCertificateEnd } from '../../../platform/data-folder/certificate.ts';
import type { LastBackup } from '../../../platform/data-folder/last-backup.ts';
import {
  readDiskUsages,
  readLastCopy,
  readLastRehearsal,
  writeDiskUsages,
} from '../../../platform/data-folder/protection-records.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { DAY, HOUR, iso, MINUTE } from '../../../platform/time.ts';
import { addUsage, estimateGrowth, GROWTH_PERIOD, measureGrowth } from './disk-growth.ts';
import * as repo from './protection.repo.ts';
import * as lines from './protection-lines.ts';

const FAILURE_PERIOD = 7 * DAY;

interface Deps {
  readonly db: Db;
  readonly dataDir: string;
  readonly storage: Pick<Storage, 'space'>;
  readonly hasMail: boolean;
  /** A file in PEM; undefined: its end is not checked. */
  readonly certificateFile: string | undefined;
  readonly lastBackup: () => Promise<LastBackup | undefined>;
  readonly checkAudit: (noted: string | undefined) => Promise<lines.AuditFacts>;
  readonly now: () => number;
}

/** Without e-mail or a certificate of its own an installation may be complete: a proxy has one. */
const optionalNames: readonly ProtectionLine['name'][] = ['mail', 'certificate'];

const needsWork = ({ name, state, status }: ProtectionLine): boolean =>
  state !== 'good' && !(status === 'missing' && optionalNames.includes(name));

export type ProtectionService = ReturnType<typeof protectionService>;

/** Whether the data of the clinic survive an accident, one line for each way to lose them. */
export function protectionService(deps: Deps) {
  const { db, dataDir, storage, lastBackup, checkAudit, certificateFile, hasMail, now } = deps;

  async function findDisk(): Promise<lines.DiskFacts> {
    const space = await storage.space();
    const measured = measureGrowth(await readDiskUsages(dataDir), space, now());
    const newBytes = () => repo.sumNewBytes(db, iso(now() - GROWTH_PERIOD));
    return { ...space, bytesPerDay: measured ?? estimateGrowth(await newBytes()) };
  }

  async function list(): Promise<ProtectionLine[]> {
    const failedSince = iso(now() - FAILURE_PERIOD);
    const [backup, rehearsal, copy, disk, mail, push, certificate] = await Promise.all([
      lastBackup(),
      readLastRehearsal(dataDir),
      readLastCopy(dataDir),
      findDisk(),
      repo.countMessages(db, 'email', failedSince),
      repo.countMessages(db, 'push', failedSince),
      findCertificateEnd(certificateFile),
    ]);
    return [
      lines.judgeBackup(backup, now()),
      lines.judgeRehearsal(rehearsal, now()),
      lines.judgeCopy(copy, now()),
      lines.judgeDisk(disk),
      lines.judgeAudit(await checkAudit(backup?.auditHead), now()),
      lines.judgeMessages('mail', hasMail ? mail : undefined, now()),
      lines.judgeMessages('push', push, now()),
      lines.judgeCertificate(certificate, now()),
    ];
  }

  async function summarize(): Promise<{ state: ProtectionState; count: number }> {
    const states = (await list()).filter(needsWork).map(({ state }) => state);
    const worst = states.includes('danger') ? 'danger' : 'attention';
    return { state: states.length === 0 ? 'good' : worst, count: states.length };
  }

  return {
    list,

    /** The worst state, and how many lines need attention; at most a minute old. */
    summarize: cacheResult(summarize, { maxAge: MINUTE, now }),

    /** Notes how full the disk is, once a day. Returns how much it removed: nothing. */
    async recordUsage(): Promise<number> {
      const { size, available } = await storage.space();
      const usage = { at: iso(now()), size, used: size - available };
      await writeDiskUsages(dataDir, addUsage(await readDiskUsages(dataDir), usage));
      return 0;
    },

    /** Changes once an hour: nothing here is a matter of minutes. */
    version: (): string => String(Math.floor(now() / HOUR)),
  };
}
