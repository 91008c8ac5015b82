import type { Device } from '@deqiq/contract/machines/devices.ts';
import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Reply } from '../server.ts';
import { openSection } from './admin.tsx';
import { onePage } from './admin-referrals.ts';

/** A Friday. */
export const DAY = '2031-03-07';

/** A booked appointment with defaults for every field: Friday 7 March 2031, 10:00 in Baku. */
export const appointmentOf = (part: Partial<Appointment> = {}): Appointment => ({
  _id: 'a1',
  kind: 'k1',
  device: 'd1',
  startsAt: '2031-03-07T06:00:00.000Z',
  minutes: 30,
  state: 'booked',
  deposit: null,
  who: { name: 'Leyla Nəbiyeva', phone: '+994501112233', patient: 'pat1' },
  ...part,
});

export const kindOf = (part: Partial<Kind> = {}): Kind => ({
  _id: 'k1',
  examination: 'panoramic',
  name: { az: 'Panoramik rentgen', ru: 'Панорамный снимок', en: 'Panoramic X-ray' },
  minutes: 15,
  price: 25,
  deposit: null,
  machines: ['d1'],
  preparation: { az: '', ru: '', en: '' },
  ...part,
});

/** A machine with defaults for every field. */
export const machineOf = (part: Partial<Device> = {}): Device => ({
  _id: 'd1',
  name: 'OPG 1',
  kind: 'panoramic',
  aeTitle: 'OPG1',
  addresses: [],
  host: '',
  port: null,
  tokenEnd: null,
  createdAt: '2026-11-01T05:00:00.000Z',
  revokedAt: null,
  lastSeenAt: null,
  instances: 0,
  refused: 0,
  lastError: '',
  lastErrorAt: null,
  ...part,
});

/** Open on Fridays from nine to six. */
export const hoursOf = (...devices: string[]): OpeningHours => ({
  holidays: [],
  machines: devices.map((device) => ({
    device,
    week: [{ day: 5, from: '09:00', to: '18:00', breaks: [] }],
    daysOff: [],
  })),
});

/** A clinic where panoramic X-rays are made on Fridays from nine to six. */
export const bookable: Record<string, Reply> = {
  'GET /api/admin/devices': { body: { devices: [machineOf()], intake: null } },
  'GET /api/admin/kinds': { body: { kinds: [kindOf()], takesDeposits: true } },
  'GET /api/admin/opening-hours': { body: { hours: hoursOf('d1') } },
  'GET /api/admin/appointments': { body: { appointments: [] } },
  'POST /api/admin/appointments': { body: { appointment: appointmentOf(), message: '' } },
};

type Calendar = {
  machines?: Device[];
  kinds?: Kind[];
  appointments?: Appointment[];
  referrals?: Referral[];
  routes?: Parameters<typeof openSection>[1];
};

/** Opens the calendar on a day with two machines and one appointment; every change succeeds. */
export function openCalendar({
  machines = [machineOf(), machineOf({ _id: 'd2', name: 'CBCT 1', kind: 'cbct' })],
  kinds = [kindOf(), kindOf({ _id: 'k2', examination: 'cbct', machines: ['d2'] })],
  appointments = [appointmentOf()],
  referrals = [],
  routes = {},
}: Calendar = {}) {
  const path = '/api/admin/appointments';
  const changed = { body: { appointment: appointmentOf(), message: '' } };
  return openSection(`calendar?day=${DAY}`, {
    'GET /api/admin/devices': { body: { devices: machines, intake: null } },
    'GET /api/admin/kinds': { body: { kinds } },
    'GET /api/admin/opening-hours': { body: { hours: hoursOf('d1', 'd2') } },
    [`GET ${path}`]: { body: { appointments } },
    [`POST ${path}`]: changed,
    [`PUT ${path}/a1`]: changed,
    [`DELETE ${path}/a1`]: changed,
    [`POST ${path}/a1/arrive`]: changed,
    [`POST ${path}/a1/missed`]: changed,
    [`POST ${path}/a1/undo`]: changed,
    'GET /api/admin/referrals': ({ query }) => {
      const found = referrals.filter(({ state }) => state === query.get('state'));
      return { body: { referrals: found, pagination: onePage(found.length) } };
    },
    'GET /api/admin/patients': { body: { patients: [] } },
    'GET /api/admin/patients/similar': { body: { patients: [] } },
    ...routes,
  });
}

/** The card of an appointment; its name begins with the time. */
export const findCard = (name: RegExp): Promise<HTMLElement> =>
  screen.findByRole('button', { name: new RegExp(`^\\d\\d:\\d\\d.*${name.source}`) });

/** Gives columns a size: 100 px wide side by side, and a pixel for each minute from 08:00 to 19:00. */
export function measureColumns(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const column = this.closest('[data-column]');
    const columns = [...document.querySelectorAll('[data-column]')];
    const left = column ? columns.indexOf(column) * 100 : 0;
    return new DOMRect(left, 0, 100, 660);
  });
}
