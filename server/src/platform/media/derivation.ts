import type { ImagingKind, ImagingSummary } from '@deqiq/contract/shared/imaging/derivatives.ts';

/** Patient, device and study of a DICOM file; '' where a value is missing. */
export interface DicomDescription {
  readonly modality: string;
  readonly patientName: string;
  readonly patientId: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
  /** M, F or O. */
  readonly sex: string;
  readonly manufacturer: string;
  readonly device: string;
  readonly bodyPart: string;
  readonly studyDescription: string;
  readonly seriesDescription: string;
  readonly accessionNumber: string;
  /** YYYY-MM-DD and HH:MM:SS of the exposure, in the device's time. */
  readonly acquiredOn: string;
  readonly acquiredAt: string;
  /** Whether text, for example a name, is part of the pixels; undefined where the file does not say. */
  readonly hasBurnedInText?: boolean | undefined;
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sopUid: string;
  readonly sopClassUid: string;
  readonly instanceNumber: number;
}

export interface Derivation {
  /** `unsupported`: a file that cannot be shown, but is no damaged picture. */
  readonly state: 'ready' | 'unsupported';
  readonly kind: ImagingKind;
  readonly summary: ImagingSummary;
  /** undefined where the file contains no DICOM. */
  readonly description?: DicomDescription | undefined;
}

export type DerivedType = 'photo' | 'dicom' | 'archive' | 'surface';

/** Whether an archive may be accepted, and why not. */
export type ArchiveVerdict = 'accepted' | 'without-dicom' | 'damaged' | 'too-large';
