import { createHash } from 'node:crypto';
import type { AuditRow, AuditSeal } from '../../../../platform/db/tables.ts';

/** The last seal of a chain, or an earlier one that was written down. */
export type ChainHead = Pick<AuditSeal, 'seq' | 'hash'>;

/** JSON separates the parts: no two lists of parts have the same text. */
const sha256 = (...parts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Before the first seal. */
export const GENESIS: ChainHead = { seq: 0, hash: sha256('deqiq audit') };

/** Without the salt, which `erase` removes together with the address, the hash does not reveal the address. */
export const hashAddress = ({
  address,
  address_salt,
}: Pick<AuditRow, 'address' | 'address_salt'>): string | null =>
  address === null ? null : sha256(address_salt, address);

/** The hash of a seal: of the one before it, and of every column of the row that never changes. */
export const hashSeal = (
  previous: string,
  { seq, sealed_at, address_hash }: Omit<AuditSeal, 'hash' | 'row_id'>,
  row: AuditRow,
): string =>
  sha256(
    previous,
    seq,
    sealed_at,
    address_hash,
    row.id,
    row.at,
    row.role,
    row.person_id,
    row.action,
    row.object,
    row.object_id,
    row.result,
    row.detail,
  );

/** Continues a chain with these rows. */
export function sealRows(
  head: ChainHead,
  rows: readonly AuditRow[],
  sealedAt: string,
): AuditSeal[] {
  let { seq, hash } = head;
  return rows.map((row) => {
    seq += 1;
    const seal = { seq, sealed_at: sealedAt, address_hash: hashAddress(row) };
    hash = hashSeal(hash, seal, row);
    return { ...seal, hash, row_id: row.id };
  });
}

/** `SEQ:HASH`, to be written down. */
export const formatHead = ({ seq, hash }: ChainHead): string => `${seq}:${hash}`;

/** Returns undefined for a text that is no head. */
export function parseHead(text: string): ChainHead | undefined {
  const [, seq, hash] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}
