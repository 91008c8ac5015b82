// The outputs of a signed report, for other features. All functions are pure: the same report has the same bytes.
export { keyObjectSelection } from './dicom/key-objects.ts';
export { presentationState } from './dicom/presentation-state.ts';
export { structuredReport } from './dicom/structured-report.ts';
export { reportPdf } from './pdf/report-pdf.ts';
export type {
  DicomPicture,
  ReportKeyImage,
  ReportMeasurement,
  SignedReport,
} from './signed-report.ts';
