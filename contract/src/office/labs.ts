import * as labMessages from '@deqiq/messages/office/labs.js';
import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  type FilteredQuery,
  pageQuery,
  pageQueryByName,
  partnerFilter,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { type ErrorText, requiredId, requiredLine } from '../shared/text.ts';
import { calendarDate, requiredDate } from '../shared/time/dates.ts';

export const labStatuses = ['pending', 'completed'] as const;
export type LabStatus = (typeof labStatuses)[number];

interface FieldMessages {
  readonly titleMissing: ErrorText;
  readonly partnerMissing: ErrorText;
  readonly startMissing: ErrorText;
  readonly endMissing: ErrorText;
}

/** No check that the end follows the start: specification, section 5. */
const labFields = (messages: FieldMessages) =>
  z.object({
    title: requiredLine(messages.titleMissing),
    partner: requiredId(messages.partnerMissing),
    startDate: requiredDate(messages.startMissing),
    endDate: requiredDate(messages.endMissing),
  });

export const createLab = labFields({
  titleMissing: labMessages.addTitleMissing,
  partnerMissing: labMessages.addPartnerMissing,
  startMissing: labMessages.addStartMissing,
  endMissing: labMessages.addEndMissing,
});

export const updateLab = labFields({
  titleMissing: labMessages.editTitleMissing,
  partnerMissing: labMessages.editPartnerMissing,
  startMissing: labMessages.editStartMissing,
  endMissing: labMessages.editEndMissing,
});

export const setLabStatus = z.object({
  status: z.enum(labStatuses, { error: labMessages.badStatus }),
});

export const lab = z.object({
  _id: z.string(),
  title: z.string(),
  partner: partnerReference,
  startDate: calendarDate,
  endDate: calendarDate,
  status: z.enum(labStatuses),
});

export const labQuery = pageQueryByName(PAGE_SIZE.adminLabs).extend({
  sort: sortBy(['name', 'start', 'end', 'date']),
  partner: partnerFilter,
  status: statusFilter(labStatuses),
});
export const ownLabQuery = pageQuery(PAGE_SIZE.partnerLabs);

export const labList = z.object({ labs: z.array(lab), totalPages: z.int() });

/** A partner's own list is paged like its checkups. */
export const ownLabList = z.object({ labs: z.array(lab), pagination: checkupPagination });

export const labAnswer = z.object({ lab, message: z.string() });

export type Lab = z.output<typeof lab>;
export type LabList = z.output<typeof labList>;
export type LabQuery = FilteredQuery<z.output<typeof labQuery>>;
export type OwnLabList = z.output<typeof ownLabList>;
export type LabInput = z.output<typeof createLab>;
