import { referralCodes } from '@deqiq/contract/referrals/codes.ts';
import type {
  OwnReferralQuery,
  Referral,
  ReferralList,
  ReferralQuery,
} from '@deqiq/contract/referrals/referrals.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { MINUTE } from '../../../platform/time.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { ReferralMovesService } from './referral-moves.service.ts';
import { presentReferral } from './referrals.present.ts';
import * as repo from './referrals.repo.ts';

export interface ReadingDeps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly moves: Pick<ReferralMovesService, 'expire'>;
  readonly files: Pick<FilesService, 'present'>;
  readonly now: () => number;
}

export type ReferralReading = ReturnType<typeof referralReading>;

/** A referral is presented from these. */
const TABLES = [
  'referrals',
  'referral_history',
  'referral_files',
  'appointments',
  'partners',
  'patients',
  'checkups',
  'file_imaging',
  'admins',
] as const;

/** Referrals for their partners and staff: single ones and lists. */
export function referralReading({ db, versions, moves, files, now }: ReadingDeps) {
  const tables = versions.memoize(...TABLES);

  function present(actor: Actor, rows: readonly repo.ListedReferral[]): Referral[] {
    const isForStaff = actor.role === 'admin';
    const reader = isForStaff ? 'staff' : 'partner';
    return rows.map((row) =>
      presentReferral(row, files.present(row.pictures, actor.sessionId, { reader }), isForStaff),
    );
  }

  async function get(handle: Db, actor: Actor, id: string): Promise<Referral> {
    const row = await repo.find(handle, id);
    const isOwn = actor.role === 'admin' || row?.partner_id === actor.personId;
    const [referral] = row && isOwn ? present(actor, [row]) : [];
    if (!referral) throw notFound(referralMessages.notFound());
    return referral;
  }

  async function listPage(
    actor: Actor,
    request: Parameters<typeof repo.list>[1],
    filter: repo.ReferralFilter,
  ): Promise<ReferralList> {
    await moves.expire();
    const { page, limit, name } = request;
    const coded = await findByCode(db, name);
    const found = coded && repo.matches(coded, filter) ? [coded] : [];
    const { rows, total } = coded
      ? { rows: page === 1 ? found : [], total: found.length }
      : await repo.list(db, request, filter);
    const referrals = present(actor, rows);
    return { referrals, pagination: pagination(page, limit, total) };
  }

  return {
    get,

    /** Changes whenever a list would; once a minute because referrals expire. */
    version: () => `${tables()}.${Math.floor(now() / MINUTE).toString(36)}`,

    list: (
      actor: Actor,
      {
        page,
        limit,
        name,
        sort,
        ids,
        partner,
        state,
        assignee,
        ...days
      }: ReferralQuery & Selection,
    ) =>
      listPage(
        actor,
        { page, limit, name, sort, ids },
        {
          owner: partner,
          status: state,
          assignee: findAssignee(actor, assignee),
          ...toInstants(days),
        },
      ),

    listOwn: (actor: Actor, { page, limit, name, state, ...days }: OwnReferralQuery) =>
      listPage(
        actor,
        { page, limit, name },
        { owner: actor.personId, status: state, ...toInstants(days) },
      ),

    /** For staff: the newest referrals with this code, or of patients with this name. */
    async findNewest(text: string, limit: number): Promise<repo.FlatReferral[]> {
      const coded = await findByCode(db, text);
      return coded ? [coded] : repo.listNewest(db, text, limit);
    },

    async find(actor: Actor, id: string) {
      await moves.expire();
      return { referral: await get(db, actor, id) };
    },

    /** The referrals of a patient's records, newest first. */
    async listOfPatients(actor: Actor, patientIds: readonly string[], limit: number) {
      await moves.expire();
      return present(actor, await repo.listOfPatients(db, patientIds, limit));
    },
  };
}

async function findByCode(db: Db, code: string): Promise<repo.ListedReferral | undefined> {
  const seq = referralCodes.parse(code);
  const row = seq === undefined ? undefined : await repo.findBySeq(db, seq);
  return row && referralCodes.format(row) === normalizeCode(code) ? row : undefined;
}

const findAssignee = (
  { personId }: Actor,
  assignee: ReferralQuery['assignee'],
): string | null | undefined =>
  assignee === 'none' ? null : assignee === 'me' ? personId : assignee;
