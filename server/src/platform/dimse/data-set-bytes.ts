import { ProtocolError } from './pdu.ts';

/** A whole data set. Throws ProtocolError where it has more than `max` bytes. */
export async function readAll(dataSet: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of dataSet) {
    length += part.length;
    if (length > max) throw new ProtocolError('identifier too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads the rest of a data set and discards it. */
export async function skip(dataSet: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of dataSet);
}

/** The rest of a data set stays readable after a loop over it has been left. */
export async function* withoutReturn(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    yield value;
  }
}
