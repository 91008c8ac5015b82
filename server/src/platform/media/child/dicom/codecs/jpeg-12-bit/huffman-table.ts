/** For each code length from 1: the first code, the index of its value, and one more than the last code. */
export interface HuffmanTable {
  readonly firstCode: Int32Array;
  readonly firstIndex: Int32Array;
  readonly endCode: Int32Array;
  readonly values: Uint8Array;
}

/** The tables of a DHT segment (B.2.4.2), by class (0: DC, 1: AC) and destination. */
export function* readHuffmanTables(segment: Buffer) {
  for (let at = 0; at + 17 <= segment.length; ) {
    const info = segment[at] ?? 0;
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const values = Uint8Array.from(segment.subarray(at + 17, at + 17 + total));
    yield {
      isDc: info >> 4 === 0,
      destination: info & 15,
      table: createHuffmanTable(counts, values),
    };
    at += 17 + total;
  }
}

/** Canonical codes (annex C). */
function createHuffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const firstCode = new Int32Array(17);
  const firstIndex = new Int32Array(17);
  const endCode = new Int32Array(17);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length - 1] ?? 0;
    firstCode[length] = code;
    firstIndex[length] = index;
    endCode[length] = code + count;
    code = (code + count) << 1;
    index += count;
  }
  return { firstCode, firstIndex, endCode, values };
}
