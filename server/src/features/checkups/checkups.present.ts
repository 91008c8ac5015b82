import type { Checkup } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/dates.ts';
import { formatExaminationCode } from '@deqiq/contract/shared/examination-code.ts';
import type { CheckupRow } from './checkups.repo.ts';

type Links = (files: CheckupRow['files']) => FileLink[];

/** Converts a row to the API format. File names and links have the same order. Only staff see the code. */
export function presentCheckup(row: CheckupRow, links: Links, isForStaff = false): Checkup {
  const recipe = row.files.filter((file) => file.kind === 'file');
  const xray = row.files.filter((file) => file.kind === 'xray');
  return {
    _id: row.id,
    ...(isForStaff && { code: formatExaminationCode(row) }),
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
