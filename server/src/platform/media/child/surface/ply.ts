import { MAX_TRIANGLES, MAX_VERTICES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import type { ByteSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { type Mesh, type MeshBuilder, meshBuilder } from './mesh-builder.ts';
import {
  type PlyElement,
  type PlyHeader,
  type PlyProperty,
  type PlyType,
  readPlyHeader,
} from './ply-header.ts';
import { readWords, toNumber } from './words.ts';

/** Corners of a face, and values of other lists. */
const MAX_LIST = 256;
const CHUNK_BYTES = 1024 * 1024;

const lengths: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** Reads the values of a file one after the other. Throws at its end. */
type NextValue = (type: PlyType) => number;

/** Reads an ASCII or a binary PLY. Its vertices come before its faces. */
export function readPly(source: ByteSource): Mesh {
  const header = readPlyHeader(source);
  const next = header.format === 'ascii' ? textValues(source, header) : values(source, header);
  const mesh = meshBuilder();
  let vertices: Uint32Array | undefined;
  for (const element of header.elements) {
    if (element.name === 'vertex') vertices = readVertices(element, next, mesh);
    else if (element.name === 'face') readFaces(element, next, { vertices, mesh });
    else skip(element, next);
  }
  return mesh.build();
}

function readVertices(element: PlyElement, next: NextValue, mesh: MeshBuilder): Uint32Array {
  if (element.count > MAX_VERTICES) throw new LimitExceeded('too many vertices');
  const [x, y, z] = ['x', 'y', 'z'].map((axis) =>
    element.properties.findIndex(({ name, countType }) => name === axis && !countType),
  ) as [number, number, number];
  if (Math.min(x, y, z) < 0) throw new Error('vertices have no positions');
  const numbers = new Uint32Array(element.count);
  for (let vertex = 0; vertex < element.count; vertex += 1) {
    const row = element.properties.map((property) => readProperty(property, next)[0] ?? 0);
    numbers[vertex] = mesh.addVertex(row[x] ?? 0, row[y] ?? 0, row[z] ?? 0);
  }
  return numbers;
}

const FACE_LISTS = ['vertex_indices', 'vertex_index'];

function readFaces(
  element: PlyElement,
  next: NextValue,
  { vertices, mesh }: { readonly vertices: Uint32Array | undefined; readonly mesh: MeshBuilder },
): void {
  if (element.count > MAX_TRIANGLES) throw new LimitExceeded('too many faces');
  for (let face = 0; face < element.count; face += 1) {
    for (const property of element.properties) {
      const list = readProperty(property, next);
      if (!property.countType || !FACE_LISTS.includes(property.name)) continue;
      const corners = list.map((corner) => findVertex(vertices, corner));
      const [first = 0] = corners;
      for (const [index, corner] of corners.entries())
        if (index >= 2) mesh.addTriangle(first, corners[index - 1] ?? 0, corner);
    }
  }
}

function findVertex(vertices: Uint32Array | undefined, index: number): number {
  const vertex = Number.isInteger(index) ? vertices?.[index] : undefined;
  if (vertex === undefined) throw new Error('a face has no such vertex');
  return vertex;
}

function skip({ count, properties }: PlyElement, next: NextValue): void {
  if (count > MAX_TRIANGLES) throw new LimitExceeded('too many elements');
  for (let row = 0; row < count; row += 1)
    for (const property of properties) readProperty(property, next);
}

function readProperty({ type, countType }: PlyProperty, next: NextValue): number[] {
  if (!countType) return [next(type)];
  const count = next(countType);
  if (!(Number.isInteger(count) && count >= 0 && count <= MAX_LIST))
    throw new Error('a list is too long');
  return Array.from({ length: count }, () => next(type));
}

function textValues(source: ByteSource, { end }: PlyHeader): NextValue {
  const words = readWords(source, end);
  return () => toNumber(words.next().value ?? undefined);
}

function values(source: ByteSource, { end, format }: PlyHeader): NextValue {
  const isLittle = format === 'binary_little_endian';
  let position = end;
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;
  return (type) => {
    const length = lengths[type];
    if (at + length > chunk.length) {
      position += at;
      at = 0;
      chunk = source.read(position, CHUNK_BYTES);
      if (chunk.length < length) throw new Error('the file is cut off');
    }
    at += length;
    return readValue(chunk, at - length, { type, isLittle });
  };
}

function readValue(
  bytes: Buffer,
  at: number,
  { type, isLittle }: { readonly type: PlyType; readonly isLittle: boolean },
): number {
  if (type === 'float32') return isLittle ? bytes.readFloatLE(at) : bytes.readFloatBE(at);
  if (type === 'float64') return isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
  const length = lengths[type];
  if (type.startsWith('u'))
    return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
  return isLittle ? bytes.readIntLE(at, length) : bytes.readIntBE(at, length);
}
