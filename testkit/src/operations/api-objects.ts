import { randomUUID } from 'node:crypto';
import type { SavedSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { someHours, someKind } from '../http/booking.ts';
import { someReferral } from '../http/referrals.ts';
import { someReport } from '../http/reports.ts';
import type { World } from '../world.ts';
import { createFieldValues } from './objects/field-values.ts';
import { createThings, findThing, type Thing } from './objects/things.ts';
import type { People } from './people.ts';

export type ApiObjects = ReturnType<typeof createApiObjects>;

const SETTINGS = '/api/admin/clinic-settings';

const kindFields = new Map<string, unknown>(Object.entries(someKind([])));

const isBooking = (path: string) => /\/appointments$|\/referrals\/\{id\}\/book$/.test(path);

/** Things for calls to act on: created on first use, and again after a call has used them up. */
export function createApiObjects(world: World, people: People) {
  const things = createThings({ world, people, findOrCreate });
  const existing = new Map<Thing, string>();

  async function findOrCreate(thing: Thing): Promise<string> {
    const id = existing.get(thing) ?? (await things[thing]());
    existing.set(thing, id);
    return id;
  }

  return {
    take: findOrCreate,
    thingFor: findThing,

    /** A value for a path parameter. */
    param: (path: string, name: string) => findOrCreate(findThing(path, name)),

    /** Forgets all things after a call that may have used them up; the next call gets others. */
    clear: () => existing.clear(),

    /** The value of a field that differs between paths; undefined if it does not. */
    fieldAt: async (path: string, name: string): Promise<unknown> => {
      if (path.startsWith('/api/admin/kinds')) return kindFields.get(name);
      if (path.startsWith(SETTINGS)) {
        const answer = (await people.admin.client.get(SETTINGS)).ok<SavedSettings>();
        return name === 'restore' ? 0 : answer[name as 'version' | 'settings'];
      }
      if (path.startsWith('/api/misc/booking')) {
        if (name === 'kind') return findOrCreate('offeredKind');
        if (name === 'booking') return findOrCreate('bookingToken');
        if (name === 'startsAt') return findOrCreate('freeTime');
        if (name === 'before') return '2030-01-01';
      }
      if (path.endsWith('/appointments/{id}') || isBooking(path)) {
        if (name === 'kind') return findOrCreate('kind');
        if (name === 'minutes') return 30;
      }
      if (path === '/api/admin/appointments' && ['referral', 'patient'].includes(name)) return '';
      if (path.endsWith('/questions') && ['report', 'file', 'point', 'photo'].includes(name))
        return '';
      if (path.startsWith('/api/admin/diagnostic-reports') && name === 'content')
        return someReport();
      if (path.startsWith('/api/admin/report-macros') && name === 'name')
        return randomUUID().slice(0, 8);
      if (name === 'month' || name === 'ready') return '2026-11';
      if (name === 'hours') return someHours([await findOrCreate('machine')]);
      if (name === 'patient')
        return /accept|checkups/.test(path) ? findOrCreate('patient') : someReferral().patient;
      if (name === 'other')
        return findOrCreate(path.endsWith('/unmerge') ? 'alias' : 'otherPatient');
      if (name !== 'files' || !path.endsWith('/shares')) return undefined;
      return [await findOrCreate(path.startsWith('/api/admin') ? 'file' : 'ownFile')];
    },

    /** Fields whose values must exist, or be of one kind, to be valid; by name. */
    fields: createFieldValues(findOrCreate, things.upload),
  };
}
