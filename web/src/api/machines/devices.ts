import type { Device, DeviceFields } from '@deqiq/contract/machines/devices.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { invalidateAfter, polledList } from '../http/query.ts';

const LIST = ['admin', 'devices'] as const;

/** Fields as they are typed. */
export type DeviceForm = Body<'POST /api/admin/devices'>;

export const devicesQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => call('GET /api/admin/devices', { signal }),
  ...polledList,
});

/** The token is in this answer only. */
export const createDevice = (fields: DeviceFields) =>
  invalidateAfter(LIST, call('POST /api/admin/devices', { body: toForm(fields) }));

export const updateDevice = ({ _id: id }: Device, fields: DeviceFields) =>
  invalidateAfter(
    LIST,
    call('PUT /api/admin/devices/:id', { params: { id }, body: toForm(fields) }),
  );

export const replaceToken = ({ _id: id }: Device) =>
  invalidateAfter(LIST, call('POST /api/admin/devices/:id/token', { params: { id } }));

export const revokeDevice = ({ _id: id }: Device) =>
  invalidateAfter(LIST, call('DELETE /api/admin/devices/:id', { params: { id } }));

/** Sends a C-ECHO from the server to the device. */
export const testDevice = ({ _id: id }: Device, signal: AbortSignal) =>
  call('POST /api/admin/devices/:id/test', { params: { id }, signal });

const toForm = ({ addresses, ...fields }: DeviceFields): DeviceForm => ({
  ...fields,
  addresses: addresses.join(' '),
});
