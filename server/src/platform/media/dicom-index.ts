/** An attribute of the DICOM JSON model (PS3.18, F.2.2). */
export interface DicomAttribute {
  readonly vr: string;
  readonly Value?: readonly unknown[];
  readonly InlineBinary?: string;
  /** In the index: offset and length of the value in its instance, as `offset-length`. */
  readonly BulkDataURI?: string;
}

/** A data set of the DICOM JSON model: attributes by their tag in eight upper-case hex digits. */
export type DicomJson = Readonly<Record<string, DicomAttribute>>;

/** Offsets and lengths of the parts of one frame: offset, length, offset, length … */
export type FrameParts = readonly number[];

/** Where an instance is in a stored file. */
export interface InstanceLocation {
  /** Bytes of the stored file that are this instance. */
  readonly offset: number;
  readonly length: number;
  /** Bytes after inflating. */
  readonly size: number;
  /** Whether the bytes are an entry of a ZIP that has to be inflated. */
  readonly isDeflated: boolean;
}

export interface IndexedInstance extends InstanceLocation {
  /** Position in the file. */
  readonly number: number;
  readonly sopUid: string;
  readonly sopClassUid: string;
  readonly transferSyntax: string;
  readonly instanceNumber: number | undefined;
  /** 0 without pixels. */
  readonly frames: number;
  /** Where the data set begins, after the file meta; 0 where the file has none. */
  readonly dataOffset: number;
  /** JSON of FrameParts[]; undefined where frames have to be decoded, as in a deflated data set. */
  readonly frameParts: string | undefined;
  readonly texts: AttributeTexts;
}

export interface IndexedSeries {
  readonly studyUid: string;
  readonly seriesUid: string;
  /** Of the attributes that all instances share. */
  readonly texts: AttributeTexts;
  readonly instances: readonly IndexedInstance[];
}

/** Attributes as DICOM JSON, one a line: the server selects and joins lines and never parses the whole text. */
export interface AttributeTexts {
  readonly all: string;
  /** The attributes that searches compare and return, at most some kilobytes. */
  readonly brief: string;
}
