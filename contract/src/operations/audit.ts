import * as texts from '@deqiq/messages/shared/paging.js';
import * as z from 'zod';
import { LINE_MAX, PAGE_SIZE } from '../shared/limits.ts';
import { checkupPagination, dayFilters, pageQuery } from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

/** Max rows that are counted; older ones are found by their date. */
export const MAX_AUDIT_ROWS = 10_000;

const text = z
  .string()
  .trim()
  .max(LINE_MAX, { error: () => texts.filterTooLong({ max: LINE_MAX }) })
  .optional()
  .transform((value) => value || undefined);

const filters = {
  /** An id, the username of a member of staff, or the e-mail or name of a partner. */
  person: text,
  /** A kind such as `checkup`, or an id. */
  object: text,
  /** Words of a patient's name, or the code of the record. */
  patient: text,
  action: text,
  ...dayFilters,
};

export const auditQuery = pageQuery(PAGE_SIZE.adminAudit).extend(filters);

export const auditExportQuery = z.object(filters);

export const auditEntry = z.object({
  _id: z.string(),
  at: instant,
  /** null: a visitor, or the operator of the machine. */
  role: z.enum(['admin', 'partner']).nullable(),
  personId: z.string().nullable(),
  /** The current name; '' if the person is unknown or was removed. */
  person: z.string(),
  action: z.string(),
  object: z.string(),
  objectId: z.string().nullable(),
  /** The current name of the object, such as that of the patient; '' if it has none or was removed. */
  objectName: z.string(),
  address: z.string().nullable(),
  result: z.enum(['ok', 'refused', 'failed']),
  detail: z.string().nullable(),
});

/** `totalItems` is at most MAX_AUDIT_ROWS. */
export const auditList = z.object({
  entries: z.array(auditEntry),
  pagination: checkupPagination,
});

export type AuditLogEntry = z.output<typeof auditEntry>;
type FullQuery = z.output<typeof auditQuery>;
export type AuditFilter = Partial<Omit<FullQuery, 'page' | 'limit'>>;
export type AuditQuery = AuditFilter & Pick<FullQuery, 'page' | 'limit'>;
