import type { Checkup, PatientDoubt } from '@deqiq/contract/examinations/checkups.ts';
import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import type { CheckupRow } from './checkups.repo.ts';
import type { ListedFile } from './files/listed-files.repo.ts';

type Links = (files: CheckupRow['files']) => FileLink[];

/** Whether only staff see the file: its patient contradicts the examination, and no member of staff has confirmed it. */
export const isHeldBack = ({ patient_check }: Pick<ListedFile, 'patient_check'>): boolean =>
  patient_check === 'different';

/** The first file that is held back, and whom it names; undefined where there is none. */
export function findDoubt({ files }: CheckupRow): PatientDoubt | undefined {
  const file = files.find(isHeldBack);
  return (
    file && {
      file: file.name,
      name: file.patient_name,
      birthDate: file.birth_date || null,
      sex: file.sex === 'F' || file.sex === 'M' ? file.sex : null,
    }
  );
}

/** Converts a row to the API format, names and links in the same order. Only staff see the code and held-back files. */
export function presentCheckup(row: CheckupRow, links: Links, isForStaff = false): Checkup {
  const files = isForStaff ? row.files : row.files.filter((file) => !isHeldBack(file));
  const recipe = files.filter((file) => file.kind === 'file');
  const xray = files.filter((file) => file.kind === 'xray');
  const doubt = isForStaff ? findDoubt(row) : undefined;
  return {
    _id: row.id,
    ...(isForStaff && { code: formatExaminationCode(row) }),
    ...(doubt && { patientDoubt: doubt }),
    ...(isForStaff &&
      row.patient && {
        patient: { _id: row.patient.id, code: patientCodes.format(row.patient) },
      }),
    firstName: row.first_name,
    lastName: row.last_name,
    partner: {
      _id: row.partner_id,
      firstName: row.partner_first_name,
      lastName: row.partner_last_name,
      ...(row.partner_deleted && { deleted: true as const }),
    },
    name: row.name,
    description: row.description,
    startDate: formatCalendarDate(row.start_date),
    endDate: formatCalendarDate(row.end_date),
    files: recipe.map((file) => file.name),
    xrayFiles: xray.map((file) => file.name),
    fileLinks: links(recipe),
    xrayFileLinks: links(xray),
    status: row.status,
    createdAt: row.created_at,
  };
}
