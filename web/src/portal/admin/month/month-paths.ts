import { portalPaths } from '@deqiq/contract/shared/paths.ts';

type Fields = Readonly<Record<string, string>>;

const address = (path: string, fields: Fields): string => `${path}?${new URLSearchParams(fields)}`;

/** The lists behind the figures of a month. */
export const monthPaths = {
  /** `ready`: a month or a day. */
  examinations: (ready: string, fields: Fields = {}) =>
    address(portalPaths.adminCheckups, { ready, ...fields }),
  referrals: (day: string, fields: Fields = {}) =>
    address(portalPaths.referrals, { day, ...fields }),
  patients: (day: string) => address(portalPaths.patients, { day }),
  appointments: (month: string, fields: Fields = {}) =>
    address(portalPaths.monthAppointments, { month, ...fields }),
  payments: (day: string, fields: Fields = {}) =>
    address('/admin/dashboard/payments', { status: 'completed', day, ...fields }),
};
