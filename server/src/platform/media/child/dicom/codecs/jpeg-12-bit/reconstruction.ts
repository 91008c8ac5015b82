import type { JpegFrame } from '../jpeg-segments.ts';

/** cos((2x + 1)uπ / 16) with the factor of u, as rows of u. */
const BASIS = Float64Array.from({ length: 64 }, (_, index) => {
  const u = index >> 3;
  const x = index & 7;
  return Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

const intermediate = new Float64Array(64);

/** Samples from coefficients: dequantization, inverse DCT (A.3.3) and level shift. */
export function reconstructSamples(
  { width, height, precision }: JpegFrame,
  coefficients: Int32Array,
  quantization: Uint16Array,
): Uint16Array {
  const columns = Math.ceil(width / 8);
  const samples = new Uint16Array(width * height);
  const max = 2 ** precision - 1;
  const block = new Float64Array(64);
  for (let row = 0; row * 8 < height; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const offset = (row * columns + column) * 64;
      for (let index = 0; index < 64; index += 1)
        block[index] = (coefficients[offset + index] ?? 0) * (quantization[index] ?? 0);
      inverseDct(block);
      const bottom = Math.min(8, height - row * 8);
      const right = Math.min(8, width - column * 8);
      for (let y = 0; y < bottom; y += 1)
        for (let x = 0; x < right; x += 1) {
          const value = Math.round(block[y * 8 + x] ?? 0) + 2 ** (precision - 1);
          samples[(row * 8 + y) * width + column * 8 + x] = Math.min(Math.max(value, 0), max);
        }
    }
  return samples;
}

/** In place; rows, then columns. */
function inverseDct(block: Float64Array): void {
  for (let row = 0; row < 8; row += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (block[row * 8 + u] ?? 0) * (BASIS[u * 8 + x] ?? 0);
      intermediate[row * 8 + x] = sum;
    }
  for (let column = 0; column < 8; column += 1)
    for (let y = 0; y < 8; y += 1) {
      let sum = 0;
      for (let v = 0; v < 8; v += 1)
        sum += (intermediate[v * 8 + column] ?? 0) * (BASIS[v * 8 + y] ?? 0);
      block[y * 8 + column] = sum;
    }
}
