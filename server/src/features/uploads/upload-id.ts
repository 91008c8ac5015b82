import { createHash } from 'node:crypto';

/**
 * The id under which an upload's bytes rest and which its row will have: a UUID of version 8 (RFC 9562)
 * made from whose upload it is and what its owner calls it. The same upload always leads to the same
 * bytes, without a table to look it up in; another admin's never does.
 */
export function deriveStoredId(adminId: string, fileId: string): string {
  const bytes = createHash('sha256').update(`${adminId}\n${fileId}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
}
