import type { ShareState } from '@deqiq/contract/examinations/share-limits.ts';
import type { ShareRow } from '../../../platform/db/tables.ts';

type Row = Pick<
  ShareRow,
  'live_checkup_id' | 'ended_at' | 'end_reason' | 'expires_at' | 'locked_until'
> & { readonly partner_deleted_at: string | null };

/** The state of a share at an instant (ISO text). */
export function findShareState(row: Row, at: string): ShareState {
  if (row.ended_at !== null) return row.end_reason === 'pin' ? 'blocked' : 'revoked';
  if (row.live_checkup_id === null || row.partner_deleted_at !== null) return 'deleted';
  if (row.expires_at <= at) return 'expired';
  return row.locked_until !== null && row.locked_until > at ? 'locked' : 'live';
}
