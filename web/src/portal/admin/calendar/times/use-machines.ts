import type { Device } from '@deqiq/contract/machines/devices.ts';
import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../../api/machines/devices.ts';
import { kindsQuery } from '../../../../api/referrals/kinds.ts';
import { openingHoursQuery } from '../../../../api/referrals/opening-hours.ts';

/** The part of a device that is not changed by what it sends. */
export type Machine = Pick<Device, '_id' | 'name' | 'kind' | 'revokedAt'>;

export const useMachineList = () => useQuery({ ...devicesQuery, select: toMachines });

/** Machines, kinds of examination and opening hours; undefined until all of them are loaded. */
export function useMachines() {
  const machines = useMachineList();
  const kinds = useQuery(kindsQuery);
  const hours = useQuery(openingHoursQuery);
  const queries = [machines, kinds, hours];
  const isLoaded = machines.data && kinds.data && hours.data;
  return {
    machines: machines.data,
    kinds: kinds.data,
    hours: hours.data,
    error: isLoaded ? null : (queries.find(({ error }) => error)?.error ?? null),
    refetch: () => void Promise.all(queries.map((query) => query.refetch())),
  };
}

const toMachines = ({ devices }: { devices: readonly Device[] }): Machine[] =>
  devices.map(({ _id, name, kind, revokedAt }) => ({ _id, name, kind, revokedAt }));

/** Those that take X-rays and may still be used. */
export const listActive = (machines: readonly Machine[]): Machine[] =>
  machines.filter(({ kind, revokedAt }) => kind !== 'program' && !revokedAt);

type Booked = {
  machines: readonly Machine[];
  kinds: readonly Kind[];
  hours: OpeningHours;
  appointments: readonly Appointment[];
};

/**
 * Machines with a calendar: those that a kind or the opening hours name, all active ones where none does, and those
 * that have appointments nevertheless.
 */
export function listBookable({ machines, kinds, hours, appointments }: Booked): Machine[] {
  const named = new Set([
    ...kinds.flatMap((kind) => kind.machines),
    ...hours.machines.filter(({ week }) => week.length > 0).map(({ device }) => device),
  ]);
  const active = listActive(machines);
  const hasNamed = active.some(({ _id }) => named.has(_id));
  const shown = new Set([
    ...active.filter(({ _id }) => !hasNamed || named.has(_id)).map(({ _id }) => _id),
    ...appointments.map(({ device }) => device),
  ]);
  return machines.filter(({ _id }) => shown.has(_id));
}
