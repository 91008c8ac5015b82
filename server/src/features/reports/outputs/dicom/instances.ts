import type { SignedReport } from '../signed-report.ts';
import { instanceUid } from './document-modules.ts';
import { keyObjectSelection } from './key-objects.ts';
import { findPresentationState, presentationState } from './presentation-state.ts';
import { structuredReport } from './structured-report.ts';

/** All DICOM instances of a report: SR, key object selection, presentation states. */
export function listInstances(report: SignedReport): { sopUid: string; bytes: Buffer }[] {
  const named = [
    { sopUid: instanceUid(report, 'structured-report'), bytes: structuredReport(report) },
    { sopUid: instanceUid(report, 'key-objects'), bytes: keyObjectSelection(report) },
    ...report.keyImages.map((keyImage) => ({
      sopUid: findPresentationState(report, keyImage)?.[0].sopUid ?? '',
      bytes: presentationState(report, keyImage),
    })),
  ];
  return named.flatMap(({ sopUid, bytes }) => (bytes ? [{ sopUid, bytes }] : []));
}
