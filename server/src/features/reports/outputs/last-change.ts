import type { SignedReport } from './signed-report.ts';

/** The instant of the last change: of signature, addendum, countersignature or withdrawal. */
export const findLastChange = (report: SignedReport): string =>
  [
    report.signedAt,
    ...report.addenda.map(({ at }) => at),
    report.countersigner?.at ?? '',
    report.withdrawal?.at ?? '',
  ].reduce((latest, at) => (at > latest ? at : latest));
