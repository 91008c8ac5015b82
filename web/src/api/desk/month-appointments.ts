import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { MAX_PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { today } from '../../lib/format.ts';
import { listMonthDays } from '../../lib/month-days.ts';
import type { ListFilters } from '../http/admin-list.ts';
import { polledList, queryClient } from '../http/query.ts';
import { appointmentsQuery } from '../referrals/appointments.ts';
import { kindsQuery } from '../referrals/kinds.ts';

/** Those that the figures of a month count. */
export const countedStates = ['booked', 'arrived', 'missed'] as const;

/** The filter of appointments without a kind. */
export const NO_KIND = 'none';

/** A page of the appointments of a month: the calendar's own, which the browser filters. */
export const monthAppointmentsQuery = (page: number, name: string, filters: ListFilters = {}) =>
  queryOptions({
    queryKey: ['admin', 'appointments', 'month', { page, name, filters }],
    queryFn: async () => {
      const { from, to } = listMonthDays(filters.month ?? today().slice(0, 7));
      const [all, { kinds }] = await Promise.all([
        queryClient.fetchQuery(appointmentsQuery(from, to)),
        queryClient.fetchQuery(kindsQuery),
      ]);
      const examinations = new Map(kinds.map(({ _id, examination }) => [_id, examination]));
      const found = all.filter(
        (row) =>
          (!filters.kind || (examinations.get(row.kind ?? '') ?? NO_KIND) === filters.kind) &&
          isWanted(row, name, filters),
      );
      const start = (page - 1) * MAX_PAGE_SIZE;
      return {
        page,
        appointments: found.slice(start, start + MAX_PAGE_SIZE),
        totalPages: Math.max(1, Math.ceil(found.length / MAX_PAGE_SIZE)),
      };
    },
    ...polledList,
  });

const isWanted = ({ state, device, who }: Appointment, name: string, filters: ListFilters) =>
  countedStates.some((each) => each === state) &&
  (!filters.state || state === filters.state) &&
  (!filters.machine || device === filters.machine) &&
  who.name.toLocaleLowerCase('az').includes(name.toLocaleLowerCase('az'));
