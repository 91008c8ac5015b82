/**
 * Writes bits from the highest to the lowest, with a zero byte after each 0xFF of entropy-coded data (ITU-T T.81,
 * F.1.2.3).
 */
class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.#bits = (this.#bits << 1) | ((value >> bit) & 1);
      this.#count += 1;
      if (this.#count < 8) continue;
      this.#bytes.push(this.#bits);
      if (this.#bits === 0xff) this.#bytes.push(0);
      this.#bits = 0;
      this.#count = 0;
    }
  }

  /** The written bytes, padded with ones. */
  end(): Buffer {
    while (this.#count > 0) this.write(1, 1);
    return Buffer.from(this.#bytes);
  }
}

const segment = (marker: number, ...data: number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

const ONES = Array<number>(64).fill(1);

/** A Huffman table with one code for each symbol: 0, 10, 110 … */
const huffman = (id: number, symbols: readonly number[]) =>
  segment(
    0xc4,
    id,
    ...Array.from({ length: 16 }, (_, at) => (at < symbols.length ? 1 : 0)),
    ...symbols,
  );

/** Maximum number of blocks in one end-of-band run. */
const LONGEST_RUN = 32_767;

/** Precision of a coefficient: the number of bits that separate scans refine. */
const BITS = 14;

/**
 * A progressive JPEG of `side` × `side` grey pixels and `components` components. Every AC coefficient is zero, and
 * each of its bits has its own scan: 63 × 14 scans for each component. Each scan continues the one before, so libjpeg
 * accepts the file. `side` is a multiple of 8.
 */
export function manyScans(side: number, components: 1 | 3): Buffer {
  const blocks = (side / 8) ** 2;
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const runs = runBits(blocks);
  const scans: Buffer[] = [];
  for (const id of ids)
    for (let coefficient = 1; coefficient < 64; coefficient += 1)
      for (let low = BITS - 1; low >= 0; low -= 1) {
        const high = low === BITS - 1 ? 0 : low + 1;
        scans.push(segment(0xda, 1, id, 0, coefficient, coefficient, (high << 4) | low), runs);
      }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...ONES),
    segment(
      0xc2,
      8,
      side >> 8,
      side & 255,
      side >> 8,
      side & 255,
      components,
      ...ids.flatMap((id) => [id, 0x11, 0]),
    ),
    huffman(0x00, [0]),
    huffman(0x10, [0xe0, ...lastRuns(blocks)]),
    segment(0xda, components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0),
    zeros(blocks * components),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The DC coefficients: a bit 0 for each, "no difference". */
function zeros(count: number): Buffer {
  const bits = new BitWriter();
  for (let block = 0; block < count; block += 1) bits.write(0, 1);
  return bits.end();
}

const exponentOf = (run: number) => Math.floor(Math.log2(run));

/** The symbol of the run after the longest runs. */
function lastRuns(blocks: number): number[] {
  const rest = blocks % LONGEST_RUN;
  const exponent = exponentOf(rest);
  return rest > 0 && exponent !== BITS ? [exponent << 4] : [];
}

/** A scan of end-of-band runs only (G.1.2.2). */
function runBits(blocks: number): Buffer {
  const bits = new BitWriter();
  let remaining = blocks;
  for (; remaining >= LONGEST_RUN; remaining -= LONGEST_RUN) {
    bits.write(0, 1);
    bits.write(LONGEST_RUN - 2 ** BITS, BITS);
  }
  if (remaining > 0) {
    const exponent = exponentOf(remaining);
    if (exponent === BITS) bits.write(0, 1);
    else bits.write(0b10, 2);
    bits.write(remaining - 2 ** exponent, exponent);
  }
  return bits.end();
}
