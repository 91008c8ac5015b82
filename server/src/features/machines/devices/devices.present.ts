import type { Device, DeviceKind } from '@deqiq/contract/machines/devices.ts';
import type { DeviceRow } from '../../../platform/db/tables.ts';

export const splitAddresses = (addresses: string): string[] => addresses.split(' ').filter(Boolean);

export const present = (row: DeviceRow): Device => ({
  _id: row.id,
  name: row.name,
  kind: row.kind as DeviceKind,
  aeTitle: row.ae_title,
  addresses: splitAddresses(row.addresses),
  host: row.host,
  port: row.port,
  tokenEnd: row.token_end,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
  lastSeenAt: row.last_seen_at,
  instances: row.instances,
  refused: row.refused,
  lastError: row.last_error,
  lastErrorAt: row.last_error_at,
});
