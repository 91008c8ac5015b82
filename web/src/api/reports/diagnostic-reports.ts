import type { ReportTemplate } from '@deqiq/contract/reports/content/report-sections.ts';
import type {
  DiagnosticReport,
  ReportAnswer,
  SaveReport,
  SignReport,
} from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { saveBlob } from '../../lib/files/save-file.ts';
import { call, callForBlob } from '../http/call.ts';
import { HttpError } from '../http/http-error.ts';
import { queryClient } from '../http/query.ts';

const toKey = (role: Role, checkup: string) => [role, 'diagnostic-reports', checkup] as const;

/** Milliseconds: of a doctor who waits for a report, and of two windows with the same draft. */
const POLL = { partner: 15_000, admin: 5_000 } as const;

/** Milliseconds in which a PDF with key images is made and sent on a slow line. */
const PDF_TIMEOUT = 60_000;

/** The signed reports of a checkup, for its doctor. */
export const doctorReportQuery = (checkup: string) =>
  queryOptions({
    queryKey: toKey('partner', checkup),
    queryFn: ({ signal }) =>
      call('GET /api/partner/checkups/:id/diagnostic-report', { params: { id: checkup }, signal }),
    refetchInterval: POLL.partner,
    refetchOnWindowFocus: true,
  });

const staffAnswer = (checkup: string) =>
  ({
    queryKey: toKey('admin', checkup),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('GET /api/admin/checkups/:id/diagnostic-reports', { params: { id: checkup }, signal }),
    refetchInterval: POLL.admin,
    refetchOnWindowFocus: true,
  }) as const;

/** All reports of a checkup, for staff. */
export const staffReportsQuery = (checkup: string) =>
  queryOptions({ ...staffAnswer(checkup), select: ({ reports }) => reports });

/** The newest signed report of the patient's earlier examinations. */
export const previousReportQuery = (checkup: string) =>
  queryOptions({ ...staffAnswer(checkup), select: ({ previous }) => previous });

/** Downloads the PDF of a signed report. The browser cannot sign a link, so it fetches. */
export async function saveReportPdf(role: Role, id: string, name: string): Promise<void> {
  const request = { params: { id }, timeoutMs: PDF_TIMEOUT };
  saveBlob(await callForBlob(`GET /api/${role}/diagnostic-reports/:id/pdf`, request), name);
}

const refresh = (checkup: string) =>
  queryClient.invalidateQueries({ queryKey: toKey('admin', checkup) });

/** Refetches after every outcome: a refusal means that the state has changed. */
async function change<Answer>(checkup: string, request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } finally {
    void refresh(checkup);
  }
}

export const createReport = (checkup: string, template: ReportTemplate) =>
  change(
    checkup,
    call('POST /api/admin/checkups/:id/diagnostic-reports', {
      params: { id: checkup },
      body: { template },
    }),
  );

/** Saves a draft. The list is not fetched again: the editor knows what it has saved. */
export const saveDraft = async (id: string, body: SaveReport): Promise<DiagnosticReport> =>
  (await call('PUT /api/admin/diagnostic-reports/:id', { params: { id }, body })).report;

export const deleteDraft = ({ _id: id, checkup, version }: DiagnosticReport) =>
  change(
    checkup,
    call('DELETE /api/admin/diagnostic-reports/:id', { params: { id }, query: { version } }),
  );

export const signReport = ({ _id: id, checkup }: DiagnosticReport, body: SignReport) =>
  change(checkup, call('POST /api/admin/diagnostic-reports/:id/sign', { params: { id }, body }));

export const countersignReport = (
  { _id: id, checkup }: DiagnosticReport,
  body: SignReport,
): Promise<ReportAnswer> =>
  change(
    checkup,
    call('POST /api/admin/diagnostic-reports/:id/countersign', { params: { id }, body }),
  );

export const withdrawReport = ({ _id: id, checkup }: DiagnosticReport, reason: string) =>
  change(
    checkup,
    call('POST /api/admin/diagnostic-reports/:id/withdraw', { params: { id }, body: { reason } }),
  );

export const addAddendum = ({ _id: id, checkup }: DiagnosticReport, text: string) =>
  change(
    checkup,
    call('POST /api/admin/diagnostic-reports/:id/addenda', { params: { id }, body: { text } }),
  );

/** The report as it is now, where another change was first; undefined for every other error. */
export function currentReport(error: unknown): DiagnosticReport | undefined {
  const isConflict = error instanceof HttpError && error.status === 409;
  return isConflict ? (error.body as { report?: DiagnosticReport }).report : undefined;
}
