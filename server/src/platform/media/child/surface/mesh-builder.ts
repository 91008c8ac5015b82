import { MAX_TRIANGLES, MAX_VERTICES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { LimitExceeded } from '../limit-exceeded.ts';

/** Millimetres from the origin. What lies farther away is no scan of a mouth, or a damaged number. */
const MAX_DISTANCE = 10_000;

/** Triangles over shared vertices, in millimetres. */
export interface Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertices of each triangle, counterclockwise from outside. */
  readonly indices: Uint32Array;
}

export type MeshBuilder = ReturnType<typeof meshBuilder>;

/** Collects triangles, and merges equal vertices: STL repeats each some six times. */
export function meshBuilder() {
  let positions = new Float32Array(3 * 4096);
  let indices = new Uint32Array(3 * 8192);
  let table = new Int32Array(1 << 14).fill(-1);
  let vertices = 0;
  let corners = 0;

  /** The entry of the table for a vertex: its own, or the free one where it belongs. */
  function findEntry(x: number, y: number, z: number): number {
    let entry = hashVertex(x, y, z) & (table.length - 1);
    for (;;) {
      const vertex = table[entry] ?? -1;
      const at = vertex * 3;
      const isSame = positions[at] === x && positions[at + 1] === y && positions[at + 2] === z;
      if (vertex < 0 || isSame) return entry;
      entry = (entry + 1) & (table.length - 1);
    }
  }

  function grow(): void {
    const larger = new Float32Array(positions.length * 2);
    larger.set(positions);
    positions = larger;
    table = new Int32Array(table.length * 2).fill(-1);
    for (let vertex = 0; vertex < vertices; vertex += 1) {
      const [x = 0, y = 0, z = 0] = positions.subarray(vertex * 3, vertex * 3 + 3);
      table[findEntry(x, y, z)] = vertex;
    }
  }

  return {
    /** Returns the number of a vertex. Throws where a coordinate is no length in a mouth. */
    addVertex(x: number, y: number, z: number): number {
      // Zero has two signs, which are equal but have different bits.
      const a = Math.fround(x) + 0;
      const b = Math.fround(y) + 0;
      const c = Math.fround(z) + 0;
      if (!(Math.max(Math.abs(a), Math.abs(b), Math.abs(c)) <= MAX_DISTANCE))
        throw new Error('a coordinate is no length');
      if (vertices * 3 === positions.length) grow();
      const entry = findEntry(a, b, c);
      const found = table[entry] ?? -1;
      if (found >= 0) return found;
      if (vertices === MAX_VERTICES) throw new LimitExceeded('too many vertices');
      positions.set([a, b, c], vertices * 3);
      table[entry] = vertices;
      vertices += 1;
      return vertices - 1;
    },

    /** Leaves out a triangle without an area. */
    addTriangle(a: number, b: number, c: number): void {
      if (a === b || b === c || c === a) return;
      if (corners === MAX_TRIANGLES * 3) throw new LimitExceeded('too many triangles');
      if (corners === indices.length) {
        const larger = new Uint32Array(indices.length * 2);
        larger.set(indices);
        indices = larger;
      }
      indices[corners] = a;
      indices[corners + 1] = b;
      indices[corners + 2] = c;
      corners += 3;
    },

    build(): Mesh {
      if (corners === 0) throw new Error('there are no triangles');
      return {
        positions: positions.subarray(0, vertices * 3),
        indices: indices.subarray(0, corners),
      };
    },
  };
}

const floats = new Float32Array(3);
const bits = new Int32Array(floats.buffer);

function hashVertex(x: number, y: number, z: number): number {
  floats[0] = x;
  floats[1] = y;
  floats[2] = z;
  let hash = 0;
  for (const word of bits) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 13)) >>> 0;
}
