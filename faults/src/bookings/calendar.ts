import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { someHours, someKind } from '@deqiq/testkit/http/booking.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Clinic } from '../referrals/clinic.ts';

const MINUTES = 30;
const TIMES = 12;

/** A kind of examination on two machines, and the few times at which all want it. */
export interface Calendar {
  readonly kind: string;
  readonly times: readonly string[];
}

/** Opens both machines, and returns times of a day in two weeks, which overlap. */
export async function openCalendar({ nodes, machines }: Clinic): Promise<Calendar> {
  const staff = await new ApiClient(nodes[0]?.port ?? 0).signIn('admin', ADMIN);
  const { machines: weeks } = someHours(machines);
  const hours = { holidays: [], machines: weeks.map((each) => ({ ...each, daysOff: [] })) };
  await staff.call('PUT', '/api/admin/opening-hours', { hours });
  const fields = someKind(machines, { minutes: MINUTES });
  const { kind } = await staff.post<{ kind: { _id: string } }>('/api/admin/kinds', fields);
  const path = `/api/misc/booking/slots?kind=${kind._id}&days=14`;
  const { days } = await staff.get<{ days: { slots: string[] }[] }>(path);
  const slots = days.flatMap(({ slots }) => slots);
  return { kind: kind._id, times: slots.slice(-TIMES) };
}
