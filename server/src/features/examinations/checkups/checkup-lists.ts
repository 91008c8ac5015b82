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
import { becameReady, isUnseen } from '../results/results.service.ts';
import { presentCheckup } from './checkups.present.ts';
import * as repo from './checkups.repo.ts';

/** The day or month, or one day of each of its weeks. */
function listSpans(ready: string, weekday: number) {
  if (ready.length > 'YYYY-MM'.length) return [toInstants({ from: ready, to: ready })];
  const first = Temporal.PlainYearMonth.from(ready).toPlainDate({ day: 1 });
  if (!weekday) {
    const last = first.add({ days: first.daysInMonth - 1 });
    return [toInstants({ from: `${first}`, to: `${last}` })];
  }
  return Array.from({ length: first.daysInMonth }, (_, days) => first.add({ days }))
    .filter(({ dayOfWeek }) => dayOfWeek === weekday)
    .map((day) => toInstants({ from: `${day}`, to: `${day}` }));
}

export function toFilter({
  partner,
  status,
  xrays,
  referral,
  ready,
  weekday,
  opened,
  ...days
}: Omit<CheckupQuery, 'page' | 'limit' | 'name' | 'sort' | 'order'>) {
  return {
    owner: partner,
    status: status ?? ((xrays ?? referral) && 'pending'),
    ...toInstants(days),
    conditions: [
      ...((xrays ?? referral) ? [repo.hasNoXrays] : []),
      ...(referral ? [repo.isUntranscribed] : []),
      ...(ready ? [becameReady(listSpans(ready, Number(weekday)), opened === 'none')] : []),
      ...(opened && !ready ? [isUnseen] : []),
    ],
  };
}

export function toOwnFilter(
  { personId }: Actor,
  { status, unseen, ready, ...days }: Omit<OwnCheckupQuery, 'page' | 'limit' | 'name'>,
) {
  return {
    owner: personId,
    status,
    ...toInstants(days),
    conditions: [
      ...(ready ? [becameReady(listSpans(ready, 0), unseen === 'true')] : []),
      ...(unseen && !ready ? [isUnseen] : []),
    ],
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
