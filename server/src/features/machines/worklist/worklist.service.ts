import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import type { DeviceKind } from '@deqiq/contract/machines/devices.ts';
import {
  MAX_WORKLIST,
  type Worklist,
  type WorklistEntry,
} from '@deqiq/contract/machines/intake/worklist.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { deriveStudyUid } from '../../../platform/dicom/uids.ts';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import { atProvider, DAY, toDay } from '../../../platform/time.ts';
import { findModality, type Machine } from './referred-modalities.ts';
import * as repo from './worklist.repo.ts';

/** Days ahead for which a machine can see planned examinations. */
const DAYS_AHEAD = 7;

/** Days after which a pending examination that was never made leaves the worklist. */
const DAYS_OVERDUE = 30;

interface Deps {
  db: Db;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type WorklistService = ReturnType<typeof worklistService>;

/** The pending examinations of the day, for X-ray machines. */
export function worklistService({ db, now }: Deps) {
  const dayAfter = (days: number) => toDay(now() + days * DAY);

  return {
    /**
     * The examinations that a machine can make, by its AE title. An examination without a day, or whose day has passed, is one of today;
     * one without a referral may be made by any machine.
     */
    async list(aeTitle = ''): Promise<Worklist> {
      const until = dayAfter(DAYS_AHEAD);
      const rows = await repo.listPending(db, {
        until,
        before: toInstants({ to: until }).before ?? until,
        since: dayAfter(-DAYS_OVERDUE),
        limit: MAX_WORKLIST,
      });
      const today = dayAfter(0);
      const machine = await findMachine(db, aeTitle);
      return { entries: rows.flatMap((row) => present(row, today, machine) ?? []) };
    },
  };
}

type Row = Awaited<ReturnType<typeof repo.listPending>>[number];

async function findMachine(db: Db, aeTitle: string): Promise<Machine | undefined> {
  const device = await repo.findDevice(db, aeTitle.trim().toUpperCase());
  return (
    device && {
      id: device.id,
      kind: device.kind as DeviceKind,
      offered: await repo.listOfferedExaminations(db, device.id),
    }
  );
}

/** undefined where the machine does not make it, or another one has its appointment. */
function present(row: Row, today: string, machine: Machine | undefined): WorklistEntry | undefined {
  if (row.device_id !== null && row.device_id !== machine?.id) return undefined;
  const examination = row.examination as ReferredExamination | null;
  const modality = examination === null ? undefined : findModality(examination, row, machine);
  if (examination !== null && modality === undefined) return undefined;
  return {
    ...presentExamination(row, today),
    ...presentPatient(row),
    ...(modality && { modality }),
  };
}

/** The record of the patient; without one the names of the examination and what its referral says. */
function presentPatient({
  patient,
  pregnancy,
  ...row
}: Row): Pick<WorklistEntry, 'patient'> & Partial<WorklistEntry> {
  const { first_name: firstName, last_name: lastName, birth_date: birthDate, sex } = patient ?? row;
  return {
    ...(patient && { patientId: patientCodes.format(patient) }),
    patient: { firstName, lastName },
    ...(birthDate !== null && { birthDate }),
    ...(sex !== null && { sex: sex === 'female' ? ('F' as const) : ('M' as const) }),
    ...(pregnancy !== null && sex !== 'male' && { pregnancy: pregnancy as Pregnancy }),
  };
}

type Pregnancy = WorklistEntry['pregnancy'] & string;

const presentExamination = (row: Row, today: string): Omit<WorklistEntry, 'patient'> => ({
  accessionNumber: formatExaminationCode(row),
  referrer: { firstName: row.partner_first_name, lastName: row.partner_last_name },
  studyUid: deriveStudyUid(row.id),
  description: describe(row),
  ...findStart(row, today),
});

/** Of its appointment, or the planned day; a day that has passed is today. */
function findStart({ starts_at, start_date }: Row, today: string) {
  if (starts_at === null)
    return { date: start_date !== null && start_date > today ? start_date : today };
  const start = atProvider(Date.parse(starts_at));
  const date = start.toPlainDate().toString();
  const time = start.toPlainTime().toString({ smallestUnit: 'second' }).replaceAll(':', '');
  return { date: date > today ? date : today, time };
}

/** The name of the examination, with the teeth of its referral. */
function describe({ name, teeth }: Row): string {
  const numbers = (teeth ?? '').split(' ').filter(Boolean);
  if (numbers.length === 0) return name;
  // Stored names are Azerbaijani.
  return inLanguage('az', () =>
    referralMessages.withTeeth({ name, count: numbers.length, teeth: numbers.join(', ') }),
  );
}
