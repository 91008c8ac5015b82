import type {
  OpeningHours,
  OpeningHoursAnswer,
} from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as hoursMessages from '@deqiq/messages/referrals/opening-hours.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { atProvider } from '../../../platform/time.ts';
import type { DevicesService } from '../../machines/devices/devices.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './opening-hours.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly devices: Pick<DevicesService, 'listIds'>;
  readonly audit: Pick<AuditService, 'record'>;
}

interface Interval {
  readonly device_id: string;
  /** ISO texts. */
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Whether the public may have a machine for an interval. */
export function isOpenAt(
  { holidays, machines }: OpeningHours,
  { device_id, starts_at, ends_at }: Interval,
): boolean {
  const [start, end] = [starts_at, ends_at].map((text) => atProvider(Date.parse(text)));
  const machine = machines.find(({ device }) => device === device_id);
  const workday = machine?.week.find(({ day }) => day === start?.dayOfWeek);
  const day = start?.toPlainDate().toString() ?? '';
  const isClosed = holidays.includes(day) || machine?.daysOff.includes(day);
  if (!start || !end || !workday || isClosed || !end.toPlainDate().equals(day)) return false;
  const from = toClock(start);
  const to = toClock(end);
  const pauses = workday.breaks;
  return (
    workday.from <= from &&
    to <= workday.to &&
    pauses.every((pause) => to <= pause.from || from >= pause.to)
  );
}

/** `HH:MM`. */
const toClock = (at: Temporal.ZonedDateTime): string =>
  at.toPlainTime().toString({ smallestUnit: 'minute' });

export type OpeningHoursService = ReturnType<typeof openingHoursService>;

/** When the public may book: hours of each machine by the day of the week, days off, holidays. */
export function openingHoursService({ db, versions, devices, audit }: Deps) {
  const version = versions.memoize('opening_hours');

  async function find(handle: Db = db): Promise<OpeningHours> {
    const stored = await repo.find(handle);
    return stored === undefined
      ? { holidays: [], machines: [] }
      : (JSON.parse(stored) as OpeningHours);
  }

  return {
    version: () => version(),

    /** Before the first change every machine is closed. */
    find,

    /** Machines that have hours already may be revoked by now. */
    async replace(actor: Actor, hours: OpeningHours): Promise<OpeningHoursAnswer> {
      const existing = new Set(await devices.listIds());
      for (const { device } of (await find()).machines) existing.add(device);
      if (!hours.machines.every(({ device }) => existing.has(device)))
        throw invalid('hours', hoursMessages.badMachine());
      await db.transaction().execute(async (tx) => {
        await repo.replace(tx, JSON.stringify(hours));
        await audit.record(tx, actor, 'change', 'opening-hours', repo.ID);
      });
      return { hours, message: hoursMessages.saved() };
    },
  };
}
