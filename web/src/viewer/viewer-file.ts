import type {
  Annotation,
  CreateAnnotation,
  UpdateAnnotation,
} from '@deqiq/contract/imaging/annotations.ts';
import type { ImagingState } from '@deqiq/contract/imaging/imaging.ts';
import type { ImagingKind } from '@deqiq/contract/shared/imaging/derivatives.ts';

export type ViewerFile = {
  readonly id: string;
  /** Differs from the names of the other pictures, and where it is cut off, too. */
  readonly name: string;
  /** Description from DICOM: "KLKT · 400 × 400 × 400 · 0,2 mm". '' where nothing is known. */
  readonly description: string;
  /** Notes for the reader: a filled gap, or why slices are no volume. */
  readonly notes: readonly string[];
  /** The series, of one of several pictures of a file. */
  readonly series: string | undefined;
  readonly state: ImagingState;
  readonly kind: ImagingKind | undefined;
  /** Prefix of the links to derived objects; undefined where there are none with pixels. */
  readonly derivedUrl: string | undefined;
  /** Address of a picture that the browser itself can show. */
  readonly photoUrl: string | undefined;
  /** Whether the patient's right is on the left of the picture, as in every panoramic. */
  readonly hasSides: boolean;
  /** Address of the preview that is shown first. */
  readonly previewUrl: string | undefined;
  /** Address of a small preview, for the list of pictures. */
  readonly thumbnailUrl: string | undefined;
};

export const hasPixels = ({ derivedUrl, photoUrl }: ViewerFile): boolean =>
  derivedUrl !== undefined || photoUrl !== undefined;

/** The files by their numbers: names of files may be those of patients. */
export const hideNames = (files: readonly ViewerFile[]): readonly ViewerFile[] =>
  files.map((file, index) => ({ ...file, name: `${index + 1} / ${files.length}` }));

/** The pictures of one examination, between which the viewer changes. */
export type PictureChoice = {
  readonly files: readonly ViewerFile[];
  readonly onFile: (fileId: string) => void;
};

/** Requests new links to a file: they end after minutes. */
export type RenewFile = (fileId: string) => Promise<ViewerFile | undefined>;

/** Whose pictures they are, and of what examination and day; '' where it is not known, and the name while it is hidden. */
export type Examination = {
  readonly patient: string;
  readonly title: string;
  /** "12 mart 2025". */
  readonly day: string;
};

export type EarlierExamination = {
  readonly id: string;
  /** "Panoram · 12 mart 2025". */
  readonly title: string;
  readonly files: readonly ViewerFile[];
};

/** Reads and writes the annotations of files for the signed-in person. */
export type AnnotationsApi = {
  list: (fileId: string, signal: AbortSignal) => Promise<readonly Annotation[]>;
  create: (fileId: string, annotation: CreateAnnotation) => Promise<Annotation>;
  update: (fileId: string, id: string, change: UpdateAnnotation) => Promise<Annotation>;
  remove: (fileId: string, id: string, version: number) => Promise<unknown>;
};
