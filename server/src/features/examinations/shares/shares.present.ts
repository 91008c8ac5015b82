import type { Share, SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { ShareVisitRow } from '../../../platform/db/tables.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import type { ListedShare } from './listed-shares.repo.ts';
import { findShareState } from './share-state.ts';
import type { FoundShare } from './visits/visits.repo.ts';

/** The name under which a share is shown to its recipient. */
export const nameSharer = (share: {
  created_by: 'partner' | 'staff';
  first_name: string;
  last_name: string;
}): string =>
  share.created_by === 'staff'
    ? clinicFacts().name
    : `${share.first_name} ${share.last_name}`.trim();

/** A share in a list, at an instant (ISO text). */
export function presentShare(
  row: ListedShare,
  visits: readonly ShareVisitRow[],
  at: string,
): Share {
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

/** The examination for the visitor of a share, with those of its files that are shared. */
export function presentCheckup(
  share: FoundShare,
  checkup: NonNullable<Awaited<ReturnType<CheckupsService['findShared']>>>,
  { fileIds, report }: Pick<SharedCheckup, 'report'> & { readonly fileIds: ReadonlySet<string> },
): SharedCheckup {
  const { firstName, lastName, name, description, createdAt } = checkup;
  return {
    sharedBy: nameSharer(share),
    expiresAt: share.expires_at,
    firstName,
    lastName,
    name,
    description,
    createdAt,
    files: [...checkup.xrayFileLinks, ...checkup.fileLinks].filter(({ id }) => fileIds.has(id)),
    report,
  };
}
