import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/reports/report-screen.js';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { formatMoment } from '../../../lib/format.ts';
import { describeSigner } from './describe-report.ts';

/** The signer of a report, the time, and the second reader; nothing for a draft. */
export function ReportSignature({ report }: { report: DiagnosticReport }) {
  const { author, signedAt, countersignedBy, sha256 } = report;
  if (!signedAt) return null;
  return (
    <div className="grid gap-1 text-note text-muted">
      <p className="flex items-start gap-2">
        <ShieldCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        <span className="min-w-0 wrap-anywhere">
          {texts.signedBy({ signer: describeSigner(author), at: formatMoment(signedAt) })}
          {author.licence && ` · ${texts.licence({ licence: author.licence })}`}
        </span>
      </p>
      {countersignedBy && (
        <p className="pl-6 wrap-anywhere">
          {texts.countersignedBy({
            signer: describeSigner(countersignedBy),
            at: formatMoment(countersignedBy.at),
          })}
        </p>
      )}
      {sha256 && (
        <p className="pl-6 tabular-nums" title={sha256}>
          {texts.fingerprint({ digits: sha256.slice(0, 12) })}
        </p>
      )}
    </div>
  );
}

/** That a report was withdrawn, by whom and why. */
export function WithdrawnNotice({ report: { withdrawal } }: { report: DiagnosticReport }) {
  if (!withdrawal) return null;
  return (
    <div className="flex gap-2.5 rounded-field bg-danger-soft p-3 text-desk text-danger">
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="font-medium">{texts.withdrawn()}</p>
        <p>{texts.withdrawalReason({ reason: withdrawal.reason })}</p>
        <p className="text-note">
          {describeSigner(withdrawal.by)} · {formatMoment(withdrawal.at)}
        </p>
      </div>
    </div>
  );
}
