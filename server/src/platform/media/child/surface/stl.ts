import { MAX_TRIANGLES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { isBinaryStl, STL_HEADER, STL_TRIANGLE } from '../../surface-format.ts';
import type { ByteSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { type Mesh, type MeshBuilder, meshBuilder } from './mesh-builder.ts';
import { readWords, toNumber } from './words.ts';

const TRIANGLES_AT_ONCE = 20_000;
/** The normal before the corners. Many programs write zeros. */
const NORMAL_BYTES = 12;

/** Reads a binary or an ASCII STL. A binary one may begin with "solid", too: its size tells. */
export function readStl(source: ByteSource): Mesh {
  const head = source.read(0, STL_HEADER);
  const mesh = meshBuilder();
  if (isBinaryStl(head, source.size)) readBinary(source, head.readUInt32LE(80), mesh);
  else readText(source, mesh);
  return mesh.build();
}

function readBinary(source: ByteSource, count: number, mesh: MeshBuilder): void {
  if (count > MAX_TRIANGLES) throw new LimitExceeded('too many triangles');
  for (let first = 0; first < count; first += TRIANGLES_AT_ONCE) {
    const length = Math.min(TRIANGLES_AT_ONCE, count - first) * STL_TRIANGLE;
    const bytes = source.read(STL_HEADER + first * STL_TRIANGLE, length);
    if (bytes.length < length) throw new Error('the file is cut off');
    for (let at = NORMAL_BYTES; at < length; at += STL_TRIANGLE) {
      const read = (byte: number) =>
        mesh.addVertex(
          bytes.readFloatLE(byte),
          bytes.readFloatLE(byte + 4),
          bytes.readFloatLE(byte + 8),
        );
      mesh.addTriangle(read(at), read(at + 12), read(at + 24));
    }
  }
}

function readText(source: ByteSource, mesh: MeshBuilder): void {
  const head = source.read(0, 4096).toString('latin1');
  // The rest of the first line is a name, which may be any word.
  const words = readWords(source, Math.max(0, head.indexOf('\n')));
  const next = () => toNumber(words.next().value ?? undefined);
  let corners: number[] = [];
  let isComplete = false;
  for (const word of words) {
    if (word === 'vertex') corners.push(mesh.addVertex(next(), next(), next()));
    isComplete = word === 'endsolid' || (isComplete && word !== 'facet');
    if (word !== 'endloop') continue;
    const [a = 0, b = 0, c = 0] = corners;
    if (corners.length !== 3) throw new Error('a facet is no triangle');
    mesh.addTriangle(a, b, c);
    corners = [];
  }
  if (!isComplete || corners.length > 0) throw new Error('the file is cut off');
}
