import { MAX_OPENINGS, type Openings } from '@deqiq/contract/referrals/patients/patients.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { AuditLogService, LogEntry } from '../../operations/audit/audit-log.service.ts';
import * as repo from './openings.repo.ts';

/** Max files of a patient, and rows of the audit, that are read. */
const MAX_FILES = 500;
const MAX_ROWS = 2_000;

const roles = { admin: 'staff', partner: 'partner' } as const;

/** The people who opened files of these patients: one line per person and examination, the last opening. */
export async function listOpenings(
  { db, auditLog }: { readonly db: Db; readonly auditLog: Pick<AuditLogService, 'listAbout'> },
  patientIds: readonly string[],
): Promise<Openings> {
  const files = new Map(
    (await repo.listFiles(db, patientIds, MAX_FILES)).map((file) => [file.id, file]),
  );
  const rows = await auditLog.listAbout([...files.keys()], MAX_ROWS);
  const openings = new Map<string, Openings['openings'][number]>();
  for (const row of rows.filter(isOpening)) {
    const file = files.get(row.objectId ?? '');
    if (!file) continue;
    const key = `${file.checkup_id} ${row.personId}`;
    const isDownload = row.action === 'download';
    const last = openings.get(key);
    if (last) last.isDownload ||= isDownload;
    else
      openings.set(key, {
        checkup: file.checkup_id,
        name: file.name,
        at: row.at,
        role: row.role === null ? 'visitor' : roles[row.role],
        person: row.person,
        isDownload,
      });
  }
  return { openings: [...openings.values()].slice(0, MAX_OPENINGS) };
}

const isOpening = ({ object, action, result }: LogEntry): boolean =>
  object === 'file' && (action === 'view' || action === 'download') && result === 'ok';
