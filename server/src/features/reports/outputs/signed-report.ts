import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { SavedView } from '@deqiq/contract/reports/report-view.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';

/** A signed or withdrawn report with all that its outputs show. Instants are ISO 8601 in UTC, days YYYY-MM-DD. */
export interface SignedReport {
  readonly id: string;
  readonly version: number;
  /** Of the texts that the author wrote. */
  readonly language: ChosenLanguage;
  readonly content: ReportContent;
  readonly signer: Signer;
  readonly signedAt: string;
  /** Of the canonical bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly countersigner: (Signer & { readonly at: string }) | null;
  readonly withdrawal: { readonly reason: string; readonly by: string; readonly at: string } | null;
  readonly addenda: readonly Addendum[];
  /** The page that checks the signature. */
  readonly checkUrl: string;
  readonly letterhead: Letterhead;
  readonly patient: Patient;
  readonly checkup: Checkup;
  readonly referral: Referral | null;
  /** The pictures that were read, where they are DICOM. */
  readonly pictures: readonly DicomPicture[];
  readonly measurements: readonly ReportMeasurement[];
  readonly keyImages: readonly ReportKeyImage[];
}

export interface Signer {
  readonly name: string;
  /** '' where there is none, as the licence. */
  readonly title: string;
  readonly licence: string;
}

export interface Addendum {
  readonly text: string;
  readonly author: { readonly name: string; readonly title: string };
  readonly at: string;
  readonly sha256: string;
}

/** The clinic as it names itself. */
export interface Letterhead {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  /** Its logo, or a whole head; null where the clinic has none. */
  readonly picture: { readonly png: Uint8Array; readonly isWhole: boolean } | null;
}

/** The linked record, else what the checkup says. */
export interface Patient {
  /** Of the record, or of the examination. */
  readonly code: string;
  /** PatientID: that of the pictures, since a study has one patient; the code where they have none. */
  readonly idInStudy: string;
  readonly firstName: string;
  readonly lastName: string;
  /** '' where it is unknown. */
  readonly fatherName: string;
  readonly birthDate: string | null;
  readonly sex: 'female' | 'male' | null;
}

interface Checkup {
  readonly name: string;
  /** The short code, which is the accession number. */
  readonly code: string;
  /** The day of the examination. */
  readonly date: string;
  /** Of the pictures where they are DICOM, else the examination's own (`deriveStudyUid`). */
  readonly studyUid: string;
}

interface Referral {
  /** The referring doctor. */
  readonly doctor: { readonly firstName: string; readonly lastName: string };
  /** '' where nothing was asked. */
  readonly question: string;
}

/** One instance of the pictures. */
export interface DicomPicture {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly modality: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  /** (0028,0004). */
  readonly photometric: string;
  /** Millimetres between rows and columns; null where the file does not say. */
  readonly pixelSpacing: readonly [rows: number, columns: number] | null;
  /** Of measured values; null where the file has no rescale. */
  readonly rescale: {
    readonly slope: number;
    readonly intercept: number;
    readonly type: string;
  } | null;
  readonly frameOfReferenceUid: string | null;
}

/** An annotation as it was when the report was signed. */
export interface ReportMeasurement {
  readonly id: string;
  /** The name that the author gave it; '' without one. */
  readonly label: string;
  readonly content: AnnotationContent;
  readonly scale: PictureScale;
  /** The picture it was drawn in; null where that is no DICOM. Of a volume any slice. */
  readonly picture: DicomPicture | null;
}

export interface ReportKeyImage {
  readonly caption: string;
  readonly view: SavedView | null;
  /** The rendered view; null where it cannot be drawn. */
  readonly jpeg: Uint8Array | null;
  /** The shown instance; null where the picture is no DICOM. */
  readonly picture: DicomPicture | null;
  /** From 0. */
  readonly frame: number;
  /** Those drawn in the view. */
  readonly annotations: readonly ReportMeasurement[];
}
