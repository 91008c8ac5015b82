/** ASN.1 in DER (X.690), as far as signatures need it. */

/** An element: its tag, its length and its contents. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + bytes.length]), bytes, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);

/** The elements of a set are in ascending order of their bytes. */
export const set = (...parts: readonly Uint8Array[]): Buffer =>
  element(0x31, ...parts.toSorted(Buffer.compare));

export const octets = (bytes: Uint8Array): Buffer => element(0x04, bytes);

/** An integer from 0 to 127. */
export const smallInteger = (value: number): Buffer => element(0x02, Buffer.from([value]));

/** An object identifier such as "1.2.840.113549.1.7.2". */
export function identifier(text: string): Buffer {
  const [first = 0, second = 0, ...arcs] = text.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...arcs.flatMap(toBase128)]));
}

/** Seven bits a byte; all but the last byte have their first bit set. */
function toBase128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 + (rest % 128));
  return bytes;
}

/** The elements of which the contents of an element consist, each with its tag and length. */
export function listParts(bytes: Uint8Array): Buffer[] {
  const content = readElement(Buffer.from(bytes)).content;
  const parts: Buffer[] = [];
  for (let rest = content; rest.length > 0; ) {
    const { end } = readElement(rest);
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return parts;
}

function readElement(bytes: Buffer): { content: Buffer; end: number } {
  const short = bytes[1] ?? 0;
  const count = short < 0x80 ? 0 : short - 0x80;
  const start = 2 + count;
  const length = count === 0 ? short : bytes.readUIntBE(2, count);
  const end = start + length;
  if (end > bytes.length) throw new Error('DER is cut off');
  return { content: bytes.subarray(start, end), end };
}
