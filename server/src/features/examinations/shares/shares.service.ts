import type {
  CreateShare,
  SharedCheckup,
  ShareList,
  ShareQuery,
} from '@deqiq/contract/examinations/shares.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import { DAY, iso, isoNow, MINUTE } from '../../../platform/time.ts';
import * as listed from './listed-shares.repo.ts';
import { createShare, type Deps, findOwner, get, MAX_LISTED_VISITS } from './share-creation.ts';
import { presentCheckup, presentShare } from './shares.present.ts';
import * as repo from './shares.repo.ts';
import type { Access } from './visits/visits.service.ts';

/** Milliseconds for which a share that has ended stays in the lists. */
const RETENTION = 365 * DAY;

export type SharesService = ReturnType<typeof sharesService>;

/** Links that open an examination for people without an account. */
export function sharesService(deps: Deps) {
  const { db, versions, checkups, reports, audit, now } = deps;
  const tables = versions.memoize('shares', 'share_files', 'share_visits', 'checkups', 'partners');

  return {
    /** Changes whenever a list would; once a minute because shares expire. */
    version: () => `${tables()}.${Math.floor(now() / MINUTE).toString(36)}`,

    /** `origin`: scheme and host of the address. Address and PIN are in this answer only. */
    create: (actor: Actor, checkupId: string, input: CreateShare, origin: string) =>
      createShare(deps, actor, { checkupId, input, origin }),

    /** A partner's own shares, also those that staff have created, or all of them for staff. */
    async list(actor: Actor, { page, limit, partner, ...query }: ShareQuery): Promise<ShareList> {
      const owner = findOwner(actor) ?? partner;
      const filter = {
        partnerId: owner,
        checkupId: query.checkup,
        status: query.status,
        name: query.name,
        at: isoNow(now),
      };
      const { rows, total } = await listed.list(db, { page, limit }, filter);
      const ids = rows.map(({ id }) => id);
      const visits = Map.groupBy(
        await listed.listVisits(db, ids, MAX_LISTED_VISITS),
        (visit) => visit.share_id,
      );
      return {
        shares: rows.map((row) => presentShare(row, visits.get(row.id) ?? [], isoNow(now))),
        pagination: pagination(page, limit, total),
      };
    },

    /** Ends links and visits immediately. Throws 404 if they were ended before, like every second deletion. */
    async revoke(actor: Actor, id: string) {
      return db.transaction().execute(async (tx) => {
        await get(deps, tx, id, findOwner(actor));
        if (!(await repo.end(tx, id, isoNow(now)))) throw notFound(shareMessages.notFound());
        await audit.record(tx, actor, 'revoke', 'share', id);
        return { share: await get(deps, tx, id, undefined), message: shareMessages.revoked() };
      });
    },

    /** Ends all links of a person whose session may have been stolen, or who has left. */
    async revokeAll(actor: Actor, created_by: 'partner' | 'staff', creator_id: string) {
      await db.transaction().execute(async (tx) => {
        for (const id of await repo.endOfCreator(tx, { created_by, creator_id }, isoNow(now)))
          await audit.record(tx, actor, 'revoke', 'share', id);
      });
      return { message: shareMessages.allRevoked() };
    },

    /** Content of the page of an open share; undefined if the examination has been deleted since. */
    async present({
      share,
      visit,
    }: Extract<Access, { kind: 'open' }>): Promise<SharedCheckup | undefined> {
      const checkup = await checkups.findShared(share.checkup_id, visit.id);
      if (!checkup) return undefined;
      return presentCheckup(share, checkup, {
        fileIds: new Set(await repo.listFileIds(db, share.id)),
        report: await reports.findShared(share.checkup_id),
      });
    },

    /** Removes shares that ended a year ago. Returns how many. */
    async sweep(log: Log): Promise<number> {
      const count = await repo.removeOlderThan(db, iso(now() - RETENTION));
      if (count > 0) log.info({ count }, 'removed shares that ended a year ago');
      return count;
    },
  };
}
