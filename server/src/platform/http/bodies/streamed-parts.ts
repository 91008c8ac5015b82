import { PartReader } from './part-reader.ts';

/** A part of a multipart body whose bytes arrive while they are read. */
export interface StreamedPart {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Read once; what is left is skipped when the next part is requested. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Yields the parts of a multipart body of any size (RFC 2046, 5.1.1). Throws MultipartError where it is damaged. */
export async function* streamParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<StreamedPart> {
  const reader = new PartReader(body[Symbol.asyncIterator](), boundary);
  await reader.skipPreamble();
  while (!reader.isAtEnd) {
    const headers = await reader.readHeaders();
    const bytes = reader.readBytes();
    yield { headers, bytes };
    // Also after a consumer that has stopped in the middle.
    while (!reader.isBetweenParts) await reader.nextPiece();
  }
}
