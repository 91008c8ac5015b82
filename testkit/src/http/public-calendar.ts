import type { ApiClient } from '../api-client.ts';

/** A machine that is open every day, and one kind of examination, which anybody can reserve. */
export async function openCalendar(staff: ApiClient): Promise<void> {
  const machine = { name: 'KLKT', kind: 'cbct', aeTitle: 'KLKT1' };
  const { device } = await staff.post<{ device: { _id: string } }>('/api/admin/devices', machine);
  await staff.post('/api/admin/kinds', {
    examination: 'cbct',
    name: { az: 'KLKT', ru: 'КЛКТ', en: 'CBCT' },
    minutes: 30,
    price: 60,
    machines: [device._id],
    preparation: {
      az: 'Zinət əşyalarını çıxarın',
      ru: 'Снимите украшения',
      en: 'Remove jewellery',
    },
  });
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    from: '09:00',
    to: '18:00',
    breaks: [],
  }));
  const machines = [{ device: device._id, week, daysOff: [] }];
  await staff.call('PUT', '/api/admin/opening-hours', { hours: { holidays: [], machines } });
}
