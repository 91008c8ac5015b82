import {
  type IncompleteReason,
  MAX_REPORTED_STUDIES,
  type ReportedStudy,
} from '@deqiq/contract/machines/intake/intake-link.ts';
import { keyedMutex } from '../platform/queues/concurrency.ts';
import type { Spool } from './spool/spool.ts';
import { readStudyUid } from './spool/study-uid.ts';

/** Studies whose sender has broken off that are remembered. */
const MAX_BROKEN = 500;

/** One association, and the studies of which it has stored instances. */
export interface Delivery {
  readonly number: number;
  readonly studies: Set<string>;
}

interface Study {
  readonly deliveries: Set<Delivery>;
  /** Its files in the spool. */
  waiting: number;
  /** Associations up to this number do not complete the study: one has broken off. */
  brokenBy: number | undefined;
}

export type StudyActivity = Awaited<ReturnType<typeof trackStudies>>;

/**
 * Knows of each study whether an association is open, files wait, or a sender has broken off. A marker in the spool remembers
 * the first and the last beyond the end of the process. A later association that is released completes the study.
 */
export async function trackStudies(spool: Spool) {
  const studies = new Map<string, Study>();
  const files = new Map<string, string>();
  const markers = keyedMutex();
  let number = 0;

  function touch(uid: string): Study {
    const study = studies.get(uid) ?? { deliveries: new Set(), waiting: 0, brokenBy: undefined };
    studies.set(uid, study);
    return study;
  }

  /** Forgets a study about which there is nothing to say. */
  async function settle(uid: string, study: Study): Promise<void> {
    if (isIdle(study)) studies.delete(uid);
    const isOpen = () => study.deliveries.size > 0 || study.brokenBy !== undefined;
    await markers.run(uid, () => spool.mark(uid, isOpen()));
  }

  async function forgetOldest(): Promise<void> {
    const broken = [...studies].filter(([, { brokenBy }]) => brokenBy !== undefined);
    for (const [uid, study] of broken.slice(0, Math.max(0, broken.length - MAX_BROKEN))) {
      study.brokenBy = undefined;
      await settle(uid, study);
    }
  }

  for (const uid of await spool.listMarked()) touch(uid).brokenBy = 0;
  for (const name of await spool.list()) {
    const uid = await readStudyUid(spool, name);
    files.set(name, uid);
    if (uid !== '') touch(uid).waiting += 1;
  }

  return {
    begin(): Delivery {
      number += 1;
      return { number, studies: new Set() };
    },

    /** A file is in the spool; called before it is acknowledged. */
    async add(delivery: Delivery, name: string): Promise<void> {
      const uid = await readStudyUid(spool, name);
      files.set(name, uid);
      if (uid === '') return;
      const study = touch(uid);
      study.waiting += 1;
      if (study.deliveries.has(delivery)) return;
      study.deliveries.add(delivery);
      delivery.studies.add(uid);
      await markers.run(uid, () => spool.mark(uid, true));
    },

    /** A file has left the spool. */
    remove(name: string): void {
      const uid = files.get(name) ?? '';
      files.delete(name);
      const study = studies.get(uid);
      if (!study) return;
      study.waiting -= 1;
      if (isIdle(study)) studies.delete(uid);
    },

    /** An association has ended. */
    async end(delivery: Delivery, isReleased: boolean): Promise<void> {
      for (const uid of delivery.studies) {
        const study = touch(uid);
        study.deliveries.delete(delivery);
        if (!isReleased) study.brokenBy = number;
        else if (study.brokenBy !== undefined && delivery.number > study.brokenBy)
          study.brokenBy = undefined;
        await settle(uid, study);
      }
      if (!isReleased) await forgetOldest();
    },

    /** Why more may come of the study of a file, beside this file. */
    find(name: string): IncompleteReason | undefined {
      const study = studies.get(files.get(name) ?? '');
      return study && describe(study, 1);
    },

    /** The studies of which more may come; those of which most may come first. */
    list: (): ReportedStudy[] =>
      [...studies]
        .flatMap(([uid, study]) => {
          const reason = describe(study);
          return reason ? [{ uid, reason }] : [];
        })
        .sort((one, other) => one.reason.localeCompare(other.reason))
        .slice(0, MAX_REPORTED_STUDIES),
  };
}

const isIdle = ({ deliveries, waiting, brokenBy }: Study): boolean =>
  deliveries.size === 0 && waiting === 0 && brokenBy === undefined;

/** Why more may come of a study, beside so many of its waiting files. */
function describe(
  { deliveries, waiting, brokenBy }: Study,
  sent = 0,
): IncompleteReason | undefined {
  if (deliveries.size > 0) return 'association';
  if (waiting > sent) return 'spool';
  return brokenBy === undefined ? undefined : 'broke-off';
}
