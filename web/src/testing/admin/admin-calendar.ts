import type { Device } from '@deqiq/contract/machines/devices.ts';
import type { Appointment } from '@deqiq/contract/referrals/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/kinds.ts';

/** A booked appointment with defaults for every field: Friday 7 March 2031, 10:00 in Baku. */
export const appointmentOf = (part: Partial<Appointment> = {}): Appointment => ({
  _id: 'a1',
  kind: 'k1',
  device: 'd1',
  startsAt: '2031-03-07T06:00:00.000Z',
  minutes: 30,
  state: 'booked',
  who: { name: 'Leyla Nəbiyeva', phone: '+994501112233', patient: 'pat1' },
  ...part,
});

export const kindOf = (part: Partial<Kind> = {}): Kind => ({
  _id: 'k1',
  examination: 'panoramic',
  name: { az: 'Panoramik rentgen', ru: 'Панорамный снимок', en: 'Panoramic X-ray' },
  minutes: 15,
  price: 25,
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
