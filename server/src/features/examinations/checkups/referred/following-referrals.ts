import type { Db } from '../../../../platform/db/tables.ts';
import type { Actor } from '../../../../platform/http/identity.ts';

/** A referral follows the X-rays of its examination. */
export interface FollowingReferrals {
  /** In the transaction of the change, at its end; `actor` null: a machine. */
  settle(tx: Db, actor: Actor | null, checkupId: string): Promise<void>;
}
