import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { departure } from '../../../../api/people/session/departure.ts';
import { saveDraft } from '../../../../api/reports/diagnostic-reports.ts';
import { createReportDraft, type ReportDraft } from './report-draft.ts';

const drafts = new Map<string, ReportDraft>();

departure.onForget(() => {
  for (const draft of drafts.values()) draft.stop();
  drafts.clear();
});

/** The same draft as long as the page is open: saving continues when the editor is closed. */
export function findDraft(report: DiagnosticReport): ReportDraft {
  const { _id: id } = report;
  const draft = drafts.get(id) ?? createReportDraft(report, saveDraft);
  drafts.set(id, draft);
  return draft;
}
