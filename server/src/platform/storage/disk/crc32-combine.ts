/** The CRC-32 polynomial, reflected (ISO 3309). */
const POLYNOMIAL = 0xedb88320;

/** Product of two polynomials over GF(2) modulo the CRC's (zlib, crc32.c: multmodp). */
function multiply(a: number, b: number): number {
  let product = 0;
  let rest = b;
  for (let bit = 0x80000000; ; bit >>>= 1) {
    if (a & bit) {
      product ^= rest;
      if ((a & (bit - 1)) === 0) return product >>> 0;
    }
    rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  }
}

/** x to the power 2^k, for k from 0 to 31. */
const powers: readonly number[] = Array.from({ length: 32 }).reduce<number[]>((squares) => {
  const last = squares.at(-1);
  squares.push(last === undefined ? 0x40000000 : multiply(last, last));
  return squares;
}, []);

const shifts = new Map<number, number>();

/** x to the power 8 × length: appending `length` bytes multiplies the CRC by it. */
function shiftBy(length: number): number {
  const cached = shifts.get(length);
  if (cached !== undefined) return cached;
  let shift = 0x80000000;
  for (let rest = length, k = 3; rest > 0; rest = Math.floor(rest / 2), k += 1) {
    if (rest % 2 === 1) shift = multiply(powers[k % 32] ?? 0, shift);
  }
  if (shifts.size < 64) shifts.set(length, shift);
  return shift;
}

/** CRC-32 of two concatenated byte sequences, from their CRC-32s and the second's length in bytes. */
export function crc32Combine(first: number, second: number, secondLength: number): number {
  return (multiply(shiftBy(secondLength), first) ^ second) >>> 0;
}
