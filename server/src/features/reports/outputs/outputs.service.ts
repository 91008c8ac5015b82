// The outputs of a signed report, for other features. All functions are pure: the same report has the same bytes.
export { listInstances } from './dicom/instances.ts';
export { structuredReport } from './dicom/structured-report.ts';
export { reportPdf } from './pdf/report-pdf.ts';
export type {
  DicomPicture,
  ReportMeasurement,
  SignedReport,
} from './signed-report.ts';
