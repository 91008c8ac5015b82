import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { calendarDate, requiredDate } from '../shared/dates.ts';
import { LINE_MAX, PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  type FilteredQuery,
  pageQueryByName,
  partnerFilter,
  partnerPageQuery,
  statusFilter,
} from '../shared/paging.ts';
import { staffText } from '../shared/text.ts';

export const labStatuses = ['pending', 'completed'] as const;
export type LabStatus = (typeof labStatuses)[number];

/** Messages of the labs screens: specification, sections 5 and 8. Add and edit have different messages. */
export const labMessages = {
  add: {
    titleMissing: 'Zəhmət olmasa başlıq daxil edin',
    partnerMissing: 'Zəhmət olmasa partner seçin',
    startMissing: 'Zəhmət olmasa başlanğıc tarixini seçin',
    endMissing: 'Zəhmət olmasa bitiş tarixini seçin',
  },
  edit: {
    titleMissing: 'Zəhmət olmasa başlığı daxil edin',
    partnerMissing: 'Zəhmət olmasa partner seçin',
    startMissing: 'Başlanğıc tarixi boş ola bilməz',
    endMissing: 'Bitmə tarixi boş ola bilməz',
  },
  badStatus: 'Düzgün status seçin',
  created: 'Labs uğurla əlavə edildi',
  createFailed: 'Labs əlavə edilə bilmədi',
  updated: 'Labs uğurla yeniləndi',
  updateFailed: 'Labs yenilənə bilmədi',
  deleted: 'Laboratoriya uğurla silindi',
  deleteFailed: 'Laboratoriya silinmədi.',
  statusChanged: 'Status uğurla dəyişdirildi',
  statusFailed: 'Status dəyişdirilə bilmədi.',
  notFound: 'Laboratoriya tapılmadı',
  ownListFailed: 'Məlumatları yükləmək mümkün olmadı',
} as const;

type FieldMessages = (typeof labMessages)['add' | 'edit'];

/** No check that the end follows the start: specification, section 5. */
const labFields = (messages: FieldMessages) =>
  z.object({
    title: staffText.requiredLine(messages.titleMissing),
    partner: z
      .string({ error: messages.partnerMissing })
      .trim()
      .min(1, messages.partnerMissing)
      .max(LINE_MAX, messages.partnerMissing),
    startDate: requiredDate(messages.startMissing),
    endDate: requiredDate(messages.endMissing),
  });

export const createLab = labFields(labMessages.add);
export const updateLab = labFields(labMessages.edit);

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
  partner: partnerFilter,
  status: statusFilter(labStatuses),
});
export const ownLabQuery = partnerPageQuery(PAGE_SIZE.partnerLabs);

export const labList = z.object({ labs: z.array(lab), totalPages: z.int() });

/** A partner's own list is paged like its checkups. */
export const ownLabList = z.object({ labs: z.array(lab), pagination: checkupPagination });

export const labAnswer = z.object({ lab, message: z.string() });

export type Lab = z.output<typeof lab>;
export type LabList = z.output<typeof labList>;
export type LabQuery = FilteredQuery<z.output<typeof labQuery>>;
export type OwnLabList = z.output<typeof ownLabList>;
export type LabInput = z.output<typeof createLab>;
