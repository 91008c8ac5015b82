import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import { checkupPagination, pageQueryByName } from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

/** Days for which a deleted checkup or file can be restored. */
export const DELETED_RETENTION_DAYS = 30;

/** Max checkups that a member of staff may delete, or delete files from, within an hour. */
export const MAX_DELETIONS_PER_HOUR = 100;

/** A deleted checkup, or a single file deleted from one. */
export const deletion = z.object({
  _id: z.string(),
  kind: z.enum(['checkup', 'file']),
  /** The id of the checkup. */
  checkup: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The name of the checkup. */
  name: z.string(),
  partner: partnerReference,
  files: z.array(z.object({ name: z.string(), size: z.int() })),
  /** The username of the staff member who deleted it; null if that account was removed or the partner withdrew it. */
  deletedBy: z.string().nullable(),
  withdrawn: z.literal(true).optional(),
  deletedAt: instant,
  /** When it will be removed permanently. */
  removedAt: instant,
});

export const deletionQuery = pageQueryByName(PAGE_SIZE.adminCheckups);

export const deletionList = z.object({
  deletions: z.array(deletion),
  pagination: checkupPagination,
});

export type Deletion = z.output<typeof deletion>;
export type DeletionList = z.output<typeof deletionList>;
