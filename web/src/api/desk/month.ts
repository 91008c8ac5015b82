import { type Period, periodFileName } from '@deqiq/contract/desk/month.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { saveBlob } from '../../lib/files/save-file.ts';
import { call, callForBlob } from '../http/call.ts';

/** `month`: YYYY-MM. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ['admin', 'month', month],
    queryFn: ({ signal }) => call('GET /api/admin/month', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });

/** A partner's own month. */
export const ownMonthQuery = (month: string) =>
  queryOptions({
    queryKey: ['partner', 'month', month],
    queryFn: ({ signal }) => call('GET /api/partner/month', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });

/** Saves the figures of a period as a workbook. */
export async function savePeriod(period: Period): Promise<void> {
  saveBlob(
    await callForBlob('GET /api/admin/exports/month', { query: period }),
    periodFileName(period),
  );
}
