import type { ReportMacro, ReportMacroFields } from '@deqiq/contract/reports/report-macros.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'report-macros'] as const;

/** Those of the signed-in person. */
export const reportMacrosQuery = queryOptions({
  queryKey: LIST,
  queryFn: async ({ signal }) => (await call('GET /api/admin/report-macros', { signal })).macros,
});

/** Creates one, or changes `macro`. */
export const saveReportMacro = (macro: ReportMacro | undefined, body: ReportMacroFields) =>
  invalidateAfter(
    LIST,
    macro
      ? call('PUT /api/admin/report-macros/:id', { params: { id: macro._id }, body })
      : call('POST /api/admin/report-macros', { body }),
  );

export const removeReportMacro = ({ _id: id }: ReportMacro) =>
  invalidateAfter(LIST, call('DELETE /api/admin/report-macros/:id', { params: { id } }));
