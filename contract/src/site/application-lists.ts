import * as z from 'zod';
import { workProgress, workStatuses } from '../desk/work-queues.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  type FilteredQuery,
  pageQueryByFullName,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

// Apart from the forms: public pages need no schema of the lists of staff.

const applicationFields = workProgress.extend({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  createdAt: instant,
});

/** `partnerFullName` is the doctor's name. */
export const reservation = applicationFields.extend({ partnerFullName: z.string() });
export const partnerApplication = applicationFields.extend({
  clinicName: z.string(),
  clinicPhone: z.string(),
});
/** `email` and `message` are '' if left empty. */
export const contactMessage = applicationFields.extend({ message: z.string() });

export const applicationQuery = pageQueryByFullName(PAGE_SIZE.adminApplications).extend({
  sort: sortBy(['name', 'date']),
  status: statusFilter(workStatuses),
});

const createListSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ applications: z.array(row), pagination: checkupPagination });

export const reservationList = createListSchema(reservation);
export const partnerApplicationList = createListSchema(partnerApplication);
export const contactMessageList = createListSchema(contactMessage);

export type Reservation = z.output<typeof reservation>;
export type PartnerApplication = z.output<typeof partnerApplication>;
export type ContactMessage = z.output<typeof contactMessage>;
export type ReservationList = z.output<typeof reservationList>;
export type PartnerApplicationList = z.output<typeof partnerApplicationList>;
export type ContactMessageList = z.output<typeof contactMessageList>;
export type ApplicationQuery = FilteredQuery<z.output<typeof applicationQuery>>;
