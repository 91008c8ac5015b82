/** The decoded samples of one frame. */
export interface Samples {
  /** Interleaved where there are three to a pixel. Bits as the file stores them: sign and unused bits are not resolved. */
  readonly words: Uint8Array | Uint16Array;
  /** Samples to a pixel. */
  readonly samples: number;
  /** Whether a codec has converted YBR to RGB. */
  readonly isRgb: boolean;
  /** Whether the value occupies the low bits, whatever High Bit says. */
  readonly isLowAligned: boolean;
}

/** Size in the header of a codestream, checked before it is decoded. */
export interface StreamSize {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}
