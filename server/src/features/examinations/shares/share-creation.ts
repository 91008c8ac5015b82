import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import type { CreateShare, Share, ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { DAY, iso, isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { DiagnosticReportsService } from '../../reports/diagnostic-reports/diagnostic-reports.service.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import * as listed from './listed-shares.repo.ts';
import { createPin, createToken, hashPin, hashToken } from './share-secrets.ts';
import { presentShare } from './shares.present.ts';
import * as repo from './shares.repo.ts';

export interface Deps {
  db: Db;
  versions: TableVersions;
  checkups: Pick<CheckupsService, 'findShared'>;
  reports: Pick<DiagnosticReportsService, 'findShared'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** Openings per share in a list. */
export const MAX_LISTED_VISITS = 20;

/** The requested files, or all; throws 400 for a file of another checkup and for none at all. */
function selectFiles(existing: readonly string[], requested = existing): string[] {
  const files = new Set(requested);
  if (requested.some((id) => !existing.includes(id)))
    throw invalid('files', shareMessages.unknownFile());
  if (files.size === 0) throw invalid('files', shareMessages.noFiles());
  return [...files];
}

export const findOwner = ({ role, personId }: Actor) => (role === 'partner' ? personId : undefined);

export async function get(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  id: string,
  owner: string | undefined,
): Promise<Share> {
  const row = await listed.find(tx, id, owner);
  if (!row) throw notFound(shareMessages.notFound());
  return presentShare(row, await listed.listVisits(tx, [id], MAX_LISTED_VISITS), isoNow(now));
}

export async function createShare(
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
    if (!checkup) throw notFound(checkupMessages.notFound());
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
  return { share, url, ...(pin && { pin }), message: shareMessages.created() };
}
