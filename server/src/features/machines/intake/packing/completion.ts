import type { IntakeStudyRow } from '../../../../platform/db/tables.ts';
import type { ListedStudy } from '../intake.repo.ts';

/** Milliseconds without an instance after which a study is complete. */
export const QUIET_TIME = 60_000;

/** Milliseconds between two packings of a study: each one writes its files anew. */
const PACK_INTERVAL = 60_000;

/** Milliseconds without a report after which the intake process is silent. It reports every 15 seconds. */
const REPORT_WAIT = 120_000;

export type Incomplete = IntakeStudyRow['incomplete'];

type Study = Pick<
  ListedStudy,
  'ae_title' | 'announced' | 'incomplete' | 'instances' | 'last_arrival_at' | 'packed_at'
>;

interface Moment {
  readonly now: number;
  /** Of this process. */
  readonly startedAt: number;
  /** The last report of the intake process; undefined where none has ever reported. */
  readonly reportedAt: number | undefined;
}

/** The instant until which a study waits to be packed, or, when it is packed now, why more may come. */
export type Completion = { readonly at: number } | { readonly incomplete: Incomplete };

/** When a study is packed that has had its last instance, where no sender says that more comes. */
export function findPackingTime(study: Pick<Study, 'last_arrival_at' | 'packed_at'>): number {
  const quietAt = Date.parse(study.last_arrival_at) + QUIET_TIME;
  return Math.max(quietAt, findNextPacking(study));
}

const findNextPacking = ({ packed_at }: Pick<Study, 'packed_at'>): number =>
  packed_at === null ? 0 : Date.parse(packed_at) + PACK_INTERVAL;

/**
 * A study is complete with its announced number, or after a quiet minute in which the intake process reports neither an
 * open association nor waiting files of it. Studies that come without the intake process do not wait for its reports.
 */
export function decideCompletion(study: Study, { now, startedAt, reportedAt }: Moment): Completion {
  const isAnnounced = study.announced !== null && study.instances >= study.announced;
  const packingAt = isAnnounced ? findNextPacking(study) : findPackingTime(study);
  if (packingAt > now) return { at: packingAt };
  if (isAnnounced || study.ae_title === '' || reportedAt === undefined)
    return { incomplete: isAnnounced ? null : study.incomplete };
  const firstReportBy = startedAt + REPORT_WAIT;
  if (reportedAt < startedAt && firstReportBy > now) return { at: firstReportBy };
  if (study.incomplete !== 'association' && study.incomplete !== 'spool')
    return { incomplete: study.incomplete };
  const arrivedAt = Date.parse(study.last_arrival_at);
  const silentAt = Math.max(startedAt, reportedAt, arrivedAt) + REPORT_WAIT;
  return silentAt > now ? { at: silentAt } : { incomplete: 'silent' };
}
