import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import type { Log } from '../../../platform/storage/storage.ts';
import { fromLocalTime, iso, isoNow } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import * as repo from './appointment-times.repo.ts';

interface Deps {
  readonly db: Db;
  readonly messages: Pick<PatientMessagesService, 'follow'>;
  readonly now: () => number;
}

/**
 * Coming appointments keep their hour on the clock where the rules of the provider's time zone have changed since they were
 * booked: a newer Node brings the rules. Their reminders follow. Returns how many got another instant.
 */
export async function keepLocalTimes(deps: Deps, log: Pick<Log, 'error'>): Promise<number> {
  const { db, now } = deps;
  const rows = (await repo.listAfter(db, isoNow(now))).filter(isShifted);
  let count = 0;
  for (const device of new Set(rows.map(({ device_id }) => device_id)))
    count += await db.transaction().execute((tx) => shiftAll(tx, device, deps, log));
  return count;
}

/** Where clocks go back, the last appointment moves first, so that none meets another on the way. */
async function shiftAll(
  tx: Db,
  device: string,
  { messages, now }: Deps,
  log: Pick<Log, 'error'>,
): Promise<number> {
  await repo.lockDevice(tx, device);
  const rows = (await repo.listAfter(tx, isoNow(now), device)).filter(isShifted);
  const later = rows.filter((row) => findStart(row) > row.starts_at).reverse();
  const earlier = rows.filter((row) => findStart(row) < row.starts_at);
  let count = 0;
  for (const row of [...later, ...earlier]) {
    const starts_at = findStart(row);
    const length = Date.parse(row.ends_at) - Date.parse(row.starts_at);
    const time = { starts_at, ends_at: iso(Date.parse(starts_at) + length) };
    if (await repo.shift(tx, row, time)) {
      await messages.follow(tx, row.id);
      count += 1;
    } else log.error({ appointment: row.id }, 'its hour is taken under the new rules of the zone');
  }
  return count;
}

const findStart = ({ starts_at, local_start }: AppointmentRow): string =>
  local_start === null ? starts_at : fromLocalTime(local_start);

const isShifted = (row: AppointmentRow): boolean => findStart(row) !== row.starts_at;
