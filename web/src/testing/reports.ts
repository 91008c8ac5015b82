import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Question } from '@deqiq/contract/reports/questions.ts';

/** An empty content with these parts. */
export const contentOf = (part: Partial<ReportContent> = {}): ReportContent => ({
  template: 'panoramic',
  technique: '',
  teeth: {},
  findings: [],
  measurements: [],
  keyImages: [],
  conclusion: '',
  recommendation: '',
  ...part,
});

/** A draft of the signed-in person with these parts. */
export const draftOf = (part: Partial<DiagnosticReport> = {}): DiagnosticReport => ({
  _id: 'report-1',
  checkup: 'c1',
  state: 'draft',
  version: 1,
  content: contentOf(),
  author: { name: 'Rəşad Quliyev', title: 'radioloq', licence: 'R-17' },
  isOwn: true,
  createdAt: '2026-11-20T07:15:00.000Z',
  updatedAt: '2026-11-20T07:15:00.000Z',
  signedAt: null,
  sha256: null,
  signature: null,
  countersignedBy: null,
  withdrawal: null,
  addenda: [],
  ...part,
});

/** A signed report with these parts. */
export const signedOf = (part: Partial<DiagnosticReport> = {}): DiagnosticReport =>
  draftOf({
    state: 'signed',
    signedAt: '2026-11-20T09:30:00.000Z',
    sha256: 'ab12'.repeat(16),
    signature: { key: 'k1', value: 'c2ln' },
    ...part,
  });

let count = 0;

/** A question of a doctor with these parts. */
export function questionOf(part: Partial<Question> = {}): Question {
  count += 1;
  return {
    _id: `question-${count}`,
    text: 'Kök rezorbsiyası varmı?',
    author: { role: 'partner', name: 'Aygün Məmmədova' },
    at: '2026-11-20T10:00:00.000Z',
    readAt: null,
    answeredAt: null,
    report: null,
    file: null,
    point: null,
    photo: null,
    ...part,
  };
}
