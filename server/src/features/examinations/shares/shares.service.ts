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
import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Db, ShareVisitRow } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import { DAY } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import { createPin, createToken, hashPin, hashToken } from './share-secrets.ts';
import { findShareState } from './share-state.ts';
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
export function sharesService({ db, versions, checkups, audit, now }: Deps) {
  const iso = (moment = now()) => new Date(moment).toISOString();
  const ownerOf = ({ role, personId }: Actor) => (role === 'partner' ? personId : undefined);
  const tables = versions.memoize('shares', 'share_files', 'share_visits', 'checkups', 'partners');

  async function get(tx: Db, id: string, owner: string | undefined): Promise<Share> {
    const row = await repo.find(tx, id, owner);
    if (!row) throw notFound(shareMessages.notFound);
    return present(row, await repo.listVisits(tx, [id], MAX_LISTED_VISITS), iso());
  }

  return {
    /** Changes whenever a list would; once a minute because shares expire. */
    version: () => `${tables()}.${Math.floor(now() / 60_000).toString(36)}`,

    /** `origin`: scheme and host of the address. Address and PIN are in this answer only. */
    async create(
      actor: Actor,
      checkupId: string,
      input: CreateShare,
      origin: string,
    ): Promise<ShareAnswer> {
      const id = newId();
      const token = createToken();
      const at = now();
      const pin = input.pin ? createPin() : undefined;
      const share = await db.transaction().execute(async (tx) => {
        const checkup = await repo.findCheckup(tx, checkupId, ownerOf(actor));
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
        await audit.record(tx, actor, 'share', 'share', id, detail);
        return get(tx, id, undefined);
      });
      const url = `${origin}${SHARE_PATH}${token}`;
      return { share, url, ...(pin && { pin }), message: shareMessages.created };
    },

    /** A partner's own shares, also those that staff have created, or all of them for staff. */
    async list(actor: Actor, { page, limit, partner, ...query }: ShareQuery): Promise<ShareList> {
      const owner = ownerOf(actor) ?? partner;
      const filter = {
        partnerId: owner,
        checkupId: query.checkup,
        status: query.status,
        name: query.name,
        at: iso(),
      };
      const { rows, total } = await repo.list(db, { page, limit }, filter);
      const ids = rows.map(({ id }) => id);
      const visits = Map.groupBy(
        await repo.listVisits(db, ids, MAX_LISTED_VISITS),
        (visit) => visit.share_id,
      );
      return {
        shares: rows.map((row) => present(row, visits.get(row.id) ?? [], iso())),
        pagination: pagination(page, limit, total),
      };
    },

    /**
     * Links and visits of the share end immediately. One that was ended before is a 404, like every second deletion.
     */
    async revoke(actor: Actor, id: string) {
      return db.transaction().execute(async (tx) => {
        await get(tx, id, ownerOf(actor));
        if (!(await repo.end(tx, id, iso()))) throw notFound(shareMessages.notFound);
        await audit.record(tx, actor, 'revoke', 'share', id);
        return { share: await get(tx, id, undefined), message: shareMessages.revoked };
      });
    },

    /** Ends all links of a person whose session may have been stolen, or who has left. */
    async revokeAll(actor: Actor, created_by: 'partner' | 'staff', creator_id: string) {
      await db.transaction().execute(async (tx) => {
        for (const id of await repo.endOfCreator(tx, { created_by, creator_id }, iso()))
          await audit.record(tx, actor, 'revoke', 'share', id);
      });
      return { message: shareMessages.allRevoked };
    },

    /** Content of the page of an open share; undefined if the examination has been deleted since. */
    async present({
      share,
      visit,
    }: Extract<Access, { kind: 'open' }>): Promise<SharedCheckup | undefined> {
      const files = new Set(await repo.listFileIds(db, share.id));
      const checkup = await checkups.findShared(share.checkup_id, visit.id);
      if (!checkup) return undefined;
      const { firstName, lastName, name, description, createdAt } = checkup;
      return {
        sharedBy: sharedBy(share),
        expiresAt: share.expires_at,
        firstName,
        lastName,
        name,
        description,
        createdAt,
        files: [...checkup.xrayFileLinks, ...checkup.fileLinks].filter(({ id }) => files.has(id)),
      };
    },

    /** Removes shares that ended a year ago. Returns how many. */
    async sweep(log: Log): Promise<number> {
      const count = await repo.removeOlderThan(db, iso(now() - RETENTION));
      if (count > 0) log.info({ count }, 'removed shares that ended a year ago');
      return count;
    },
  };
}

/** The name under which a share is shown to its recipient. */
export const sharedBy = (share: {
  created_by: 'partner' | 'staff';
  first_name: string;
  last_name: string;
}): string =>
  share.created_by === 'staff' ? provider.name : `${share.first_name} ${share.last_name}`.trim();

/** The requested files, or all; throws 400 for a file of another checkup and for none at all. */
function selectFiles(existing: readonly string[], requested = existing): string[] {
  const files = new Set(requested);
  if (requested.some((id) => !existing.includes(id)))
    throw invalid('files', shareMessages.unknownFile);
  if (files.size === 0) throw invalid('files', shareMessages.noFiles);
  return [...files];
}

function present(row: repo.ListedShare, visits: readonly ShareVisitRow[], at: string): Share {
  const { first_name, last_name, name } = row;
  const hasCheckup = first_name !== null && last_name !== null && name !== null;
  return {
    _id: row.id,
    label: row.label,
    state: findShareState(row, at),
    hasPin: row.pin_hash !== null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    createdBy: row.created_by,
    partner: {
      _id: row.partner_id,
      firstName: row.partner_first_name,
      lastName: row.partner_last_name,
    },
    checkup: hasCheckup
      ? { _id: row.checkup_id, firstName: first_name, lastName: last_name, name }
      : null,
    files: Number(row.files),
    openings: row.openings,
    downloads: row.downloads,
    lastOpenedAt: row.last_opened_at,
    visits: visits.map(({ opened_at, device, downloads }) => ({
      openedAt: opened_at,
      device,
      downloads,
    })),
  };
}
