import type { ByteSource } from '../input.ts';

const CHUNK_BYTES = 1024 * 1024;
/** No number of a mesh is longer. */
const MAX_WORD = 4096;

/** The words of a text from a byte on. The file may be longer than the memory of this process. */
export function* readWords(source: ByteSource, start: number): Generator<string> {
  let rest = '';
  for (let position = start; position < source.size; position += CHUNK_BYTES) {
    const text = rest + source.read(position, CHUNK_BYTES).toString('latin1');
    const words = text.split(/\s+/);
    // The last one may continue in the next chunk.
    rest = words.pop() ?? '';
    if (rest.length > MAX_WORD) throw new Error('a word is too long');
    for (const word of words) if (word !== '') yield word;
  }
  if (rest !== '') yield rest;
}

/** Throws where a word is no number, or there is none. */
export function toNumber(word: string | undefined): number {
  const number = word === undefined || word === '' ? Number.NaN : Number(word);
  if (!Number.isFinite(number)) throw new Error('a word is no number');
  return number;
}
