import { createHash } from 'node:crypto';

/**
 * The id of an upload's file and row: a version 8 UUID (RFC 9562) derived from the admin and the client's file id. The
 * same upload always has the same id, without a table; uploads of other admins never do.
 */
export function deriveStoredId(adminId: string, fileId: string): string {
  const bytes = createHash('sha256').update(`${adminId}\n${fileId}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
}
