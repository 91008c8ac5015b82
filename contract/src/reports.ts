import * as z from 'zod';
import { partnerReference } from './partners.ts';
import { instant } from './shared/dates.ts';
import { PAGE_SIZE } from './shared/limits.ts';
import { checkupPagination, pageQueryByFullName } from './shared/paging.ts';
import { requiredText } from './shared/text.ts';

/** Messages of the complaint box and of the reports screen: specification, sections 2, 5 and 8. */
export const reportMessages = {
  messageMissing: 'Zəhmət olmasa mesaj daxil edin',
  sent: 'Mesajınız göndərildi',
  sendFailed: 'Mesaj göndərilərkən xəta baş verdi',
  deleted: 'Report deleted',
  deleteFailed: 'There was an issue deleting the report.',
  notFound: 'Report not found',
  noneFound: 'No Partner Reports Found',
  noneYet: 'No partner Reports submitted yet',
} as const;

/** A partner's complaint or suggestion. */
export const sendReport = z.object({ message: requiredText(reportMessages.messageMissing) });

export const report = z.object({
  _id: z.string(),
  partner: partnerReference.extend({ email: z.string() }),
  message: z.string(),
  createdAt: instant,
});

export const reportQuery = pageQueryByFullName(PAGE_SIZE.adminReports);

export const reportList = z.object({
  reports: z.array(report),
  pagination: checkupPagination,
});

export type Report = z.output<typeof report>;
export type ReportList = z.output<typeof reportList>;
export type ReportQuery = z.output<typeof reportQuery>;
