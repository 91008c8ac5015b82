import * as z from 'zod';
import { workProgress, workStatuses } from '../desk/work-queues.ts';
import { partnerReference } from '../people/partners.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  type FilteredQuery,
  pageQueryByFullName,
  partnerFilter,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

// Apart from the form: the partner area needs no schema of the list of staff.

export const complaint = workProgress.extend({
  _id: z.string(),
  partner: partnerReference.extend({ email: z.string() }),
  message: z.string(),
  createdAt: instant,
});

export const complaintQuery = pageQueryByFullName(PAGE_SIZE.adminComplaints).extend({
  sort: sortBy(['name', 'date']),
  partner: partnerFilter,
  status: statusFilter(workStatuses),
});

export const complaintList = z.object({
  reports: z.array(complaint),
  pagination: checkupPagination,
});

export type Complaint = z.output<typeof complaint>;
export type ComplaintList = z.output<typeof complaintList>;
export type ComplaintQuery = FilteredQuery<z.output<typeof complaintQuery>>;
