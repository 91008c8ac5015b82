import { checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import {
  type CreateShare,
  type Share,
  type ShareAnswer,
  type SharedCheckup,
  type ShareList,
  type ShareQuery,
  shareMessages,
} from '@deqiq/contract/examinations/shares.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import { DAY, iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import { createPin, createToken, hashPin, hashToken } from './share-secrets.ts';
import { presentCheckup, presentShare } from './shares.present.ts';
import * as repo from './shares.repo.ts';
import type { Access } from './visits.service.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  checkups: Pick<CheckupsService, 'findShared'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** Milliseconds for which a share that has ended stays in the lists. */
const RETENTION = 365 * DAY;

/** Openings per share in a list. */
const MAX_LISTED_VISITS = 20;

export type SharesService = ReturnType<typeof sharesService>;

/** Links that open an examination for people without an account. */
export function sharesService(deps: Deps) {
  const { db, versions, checkups, audit, now } = deps;
  const tables = versions.memoized('shares', 'share_files', 'share_visits', 'checkups', 'partners');

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
      const { rows, total } = await repo.list(db, { page, limit }, filter);
      const ids = rows.map(({ id }) => id);
      const visits = Map.groupBy(
        await repo.listVisits(db, ids, MAX_LISTED_VISITS),
        (visit) => visit.share_id,
      );
      return {
        shares: rows.map((row) => presentShare(row, visits.get(row.id) ?? [], isoNow(now))),
        pagination: pagination(page, limit, total),
      };
    },

    /**
     * Links and visits of the share end immediately. One that was ended before is a 404, like every second deletion.
     */
    async revoke(actor: Actor, id: string) {
      return db.transaction().execute(async (tx) => {
        await get(deps, tx, id, findOwner(actor));
        if (!(await repo.end(tx, id, isoNow(now)))) throw notFound(shareMessages.notFound);
        await audit.record(tx, actor, 'revoke', 'share', id);
        return { share: await get(deps, tx, id, undefined), message: shareMessages.revoked };
      });
    },

    /** Ends all links of a person whose session may have been stolen, or who has left. */
    async revokeAll(actor: Actor, created_by: 'partner' | 'staff', creator_id: string) {
      await db.transaction().execute(async (tx) => {
        for (const id of await repo.endOfCreator(tx, { created_by, creator_id }, isoNow(now)))
          await audit.record(tx, actor, 'revoke', 'share', id);
      });
      return { message: shareMessages.allRevoked };
    },

    /** Content of the page of an open share; undefined if the examination has been deleted since. */
    async present({
      share,
      visit,
    }: Extract<Access, { kind: 'open' }>): Promise<SharedCheckup | undefined> {
      const checkup = await checkups.findShared(share.checkup_id, visit.id);
      return (
        checkup && presentCheckup(share, checkup, new Set(await repo.listFileIds(db, share.id)))
      );
    },

    /** Removes shares that ended a year ago. Returns how many. */
    async sweep(log: Log): Promise<number> {
      const count = await repo.removeOlderThan(db, iso(now() - RETENTION));
      if (count > 0) log.info({ count }, 'removed shares that ended a year ago');
      return count;
    },
  };
}

/** The requested files, or all; throws 400 for a file of another checkup and for none at all. */
function selectFiles(existing: readonly string[], requested = existing): string[] {
  const files = new Set(requested);
  if (requested.some((id) => !existing.includes(id)))
    throw invalid('files', shareMessages.unknownFile);
  if (files.size === 0) throw invalid('files', shareMessages.noFiles);
  return [...files];
}

const findOwner = ({ role, personId }: Actor) => (role === 'partner' ? personId : undefined);

async function get(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  id: string,
  owner: string | undefined,
): Promise<Share> {
  const row = await repo.find(tx, id, owner);
  if (!row) throw notFound(shareMessages.notFound);
  return presentShare(row, await repo.listVisits(tx, [id], MAX_LISTED_VISITS), isoNow(now));
}

async function createShare(
  deps: Deps,
  actor: Actor,
  {
    checkupId,
    input,
    origin,
  }: { readonly checkupId: string; readonly input: CreateShare; readonly origin: string },
): Promise<ShareAnswer> {
  const id = newId();
  const token = createToken();
  const at = deps.now();
  const pin = input.pin ? createPin() : undefined;
  const share = await deps.db.transaction().execute(async (tx) => {
    const checkup = await repo.findCheckup(tx, checkupId, findOwner(actor));
    if (!checkup) throw notFound(checkupMessages.notFound);
    const row = {
      id,
      partner_id: checkup.partner_id,
      label: input.label,
      checkup_id: checkupId,
      live_checkup_id: checkupId,
      token_hash: hashToken(token),
      pin_hash: pin ? hashPin(token, pin) : null,
      created_by: actor.role === 'partner' ? ('partner' as const) : ('staff' as const),
      creator_id: actor.personId,
      created_at: iso(at),
      expires_at: iso(at + input.days * DAY),
    };
    await repo.insert(tx, row, selectFiles(checkup.files, input.files));
    const detail = `${input.days} days${pin ? ', PIN' : ''}, checkup ${checkupId}`;
    await deps.audit.record(tx, actor, 'share', 'share', id, detail);
    return get(deps, tx, id, undefined);
  });
  const url = `${origin}${SHARE_PATH}${token}`;
  return { share, url, ...(pin && { pin }), message: shareMessages.created };
}
