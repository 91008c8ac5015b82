import { MAX_TODAY_RESERVATIONS, type Today } from '@deqiq/contract/desk/today.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { toDay } from '../../../platform/time.ts';
import type { ResultsService } from '../../examinations/results/results.service.ts';
import type { ProtectionService } from '../../operations/protection/protection.service.ts';
import type { AppointmentsService } from '../../referrals/appointments/appointments.service.ts';
import type { ApplicationsService } from '../../site/applications/applications.service.ts';
import type { WorkQueuesService } from '../work-queues/work-queues.service.ts';
import { listWaiting } from './waiting.ts';

interface Deps {
  readonly db: Db;
  readonly queues: Pick<WorkQueuesService, 'count' | 'version'>;
  readonly appointments: Pick<AppointmentsService, 'list' | 'version'>;
  readonly applications: Pick<ApplicationsService, 'listReservations'>;
  readonly results: Pick<ResultsService, 'listUnopened' | 'unopenedVersion'>;
  readonly protection: Pick<ProtectionService, 'summarize' | 'version'>;
  readonly now: () => number;
}

export type TodayService = ReturnType<typeof todayService>;

/** The work of the desk on one screen, from the services of its lists. */
export function todayService(deps: Deps) {
  const { db, queues, appointments, applications, results, protection, now } = deps;

  return {
    /** Changes whenever the answer may, and once a minute. */
    version: (): string =>
      [
        queues.version(),
        appointments.version(),
        results.unopenedVersion(),
        protection.version(),
        toDay(now()),
      ].join('.'),

    async find(): Promise<Today> {
      const day = toDay(now());
      const waiting = {
        fullName: '',
        status: 'new',
        page: 1,
        limit: MAX_TODAY_RESERVATIONS,
        sort: 'date',
      } as const;
      const [{ counters }, ofDay, reservations, unopened, summary] = await Promise.all([
        queues.count(),
        appointments.list({ from: day, to: day, device: '' }),
        applications.listReservations(waiting),
        results.listUnopened(),
        protection.summarize(),
      ]);
      return {
        day,
        counters,
        appointments: ofDay.appointments,
        reservations: reservations.applications,
        unopened,
        waiting: await listWaiting(db, counters),
        protection: summary,
      };
    },
  };
}
