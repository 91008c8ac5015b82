import type {
  CheckupQuery,
  OwnCheckupQuery,
} from '@deqiq/contract/examinations/checkup-queries.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import {
  type ExpectedPatient,
  haveSeveralBirthDates,
} from '../../imaging/imaging/imaging.service.ts';
import { isUnseen } from '../results/results.service.ts';
import { presentCheckup } from './checkups.present.ts';
import * as repo from './checkups.repo.ts';

export function toFilter({
  partner,
  status,
  xrays,
  referral,
  ...days
}: Omit<CheckupQuery, 'page' | 'limit' | 'name' | 'sort' | 'order'>) {
  return {
    owner: partner,
    status: status ?? ((xrays ?? referral) && 'pending'),
    ...toInstants(days),
    conditions: [
      ...((xrays ?? referral) ? [repo.hasNoXrays] : []),
      ...(referral ? [repo.isUntranscribed] : []),
    ],
  };
}

export function toOwnFilter(
  { personId }: Actor,
  { status, unseen, ...days }: Omit<OwnCheckupQuery, 'page' | 'limit' | 'name'>,
) {
  return {
    owner: personId,
    status,
    ...toInstants(days),
    conditions: unseen ? [isUnseen] : [],
  };
}

interface ListDeps {
  readonly db: Db;
  readonly files: FilesService;
}

export async function listPage(
  { db, files }: ListDeps,
  actor: Actor,
  request: Parameters<typeof repo.list>[1],
  filter: Parameters<typeof repo.list>[2],
) {
  const { rows, total } = await repo.list(db, request, filter);
  return {
    checkups: rows.map((row) => presentFor(files, row, actor)),
    pagination: pagination(request.page, request.limit, total),
  };
}

/** Staff also see names and birth dates in files that contradict the checkup or each other. */
export function presentFor(files: FilesService, row: repo.CheckupRow, { role, sessionId }: Actor) {
  const isForStaff = role === 'admin';
  const about = isForStaff
    ? ({ reader: 'staff', expected: expectedPatient(row) } as const)
    : ({ reader: 'partner' } as const);
  return presentCheckup(row, (rows) => files.present(rows, sessionId, about), isForStaff);
}

const expectedPatient = (row: repo.CheckupRow): ExpectedPatient => ({
  firstName: row.first_name,
  lastName: row.last_name,
  hasSeveralBirthDates: haveSeveralBirthDates(row.files),
});
