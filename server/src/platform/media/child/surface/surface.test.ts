import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { surfaceMetadata, VERTEX_BYTES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { asciiStl, binaryStl, type PlyFormat, ply } from '@deqiq/samples/phantoms/surface-files.ts';
import { type SurfaceMesh, surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import sharp from 'sharp';
import { isTooLarge } from '../limit-exceeded.ts';
import { deriveSurface } from './derive-surface.ts';
import { meshBuilder } from './mesh-builder.ts';

/** The derived objects of a file. */
async function derive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const objects = new Map<string, Buffer>();
  const { state, kind, summary } = await deriveSurface(bytes, async (name, part) => {
    objects.set(name, Buffer.from(part));
  });
  assert.deepEqual([state, kind, summary.kind], ['ready', 'surface', 'surface']);
  return objects;
}

/** Triangles as sorted texts of their corners in steps of 0.01 mm, each beginning at its lowest corner. */
async function decode(objects: Map<string, Buffer>): Promise<string[]> {
  await MeshoptDecoder.ready;
  const metadata = surfaceMetadata.parse(JSON.parse(objects.get('meta')?.toString() ?? ''));
  const bytes = gunzipSync(objects.get('mesh') ?? Buffer.alloc(0));
  const { indexBytes, vertices, triangles, origin, step } = metadata;
  assert.equal(bytes.length, indexBytes + metadata.vertexBytes);
  const indices = new Uint32Array(triangles * 3);
  const coordinates = new Uint16Array((vertices * VERTEX_BYTES) / 2);
  MeshoptDecoder.decodeIndexBuffer(
    new Uint8Array(indices.buffer),
    indices.length,
    4,
    bytes.subarray(0, indexBytes),
  );
  const into = new Uint8Array(coordinates.buffer);
  MeshoptDecoder.decodeVertexBuffer(into, vertices, VERTEX_BYTES, bytes.subarray(indexBytes));
  const at = (vertex: number, axis: 0 | 1 | 2) =>
    origin[axis] + step * (coordinates[(vertex * VERTEX_BYTES) / 2 + axis] ?? 0);
  return describeTriangles(indices, at);
}

function describeTriangles(
  indices: Uint32Array,
  at: (vertex: number, axis: 0 | 1 | 2) => number,
): string[] {
  const corner = (index: number) =>
    ([0, 1, 2] as const).map((axis) => Math.round(at(indices[index] ?? 0, axis) * 100)).join();
  return Array.from({ length: indices.length / 3 }, (_, triangle) => {
    const corners = [0, 1, 2].map((next) => corner(triangle * 3 + next));
    const first = corners.indexOf(corners.toSorted()[0] ?? '');
    return [...corners.slice(first), ...corners.slice(0, first)].join(' ');
  }).sort();
}

/** A phantom whose coordinates are whole hundredths of a millimetre: no rounding hides a mistake. */
function roundPhantom(): SurfaceMesh {
  const { positions, indices } = surfacePhantom({ columns: 41, rows: 13 });
  const round = positions.map((value) => Math.round(value * 100) / 100);
  return { positions: round, indices };
}

const FORMATS: readonly PlyFormat[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

describe('a surface scan', () => {
  const mesh = roundPhantom();
  const whole = (vertex: number, axis: number) => mesh.positions[vertex * 3 + axis] ?? 0;
  const files: readonly (readonly [string, Buffer])[] = [
    ['binary STL', binaryStl(mesh)],
    ['ASCII STL', asciiStl(mesh)],
    ...FORMATS.map((format) => [`PLY, ${format}`, ply(mesh, format)] as const),
  ];

  for (const [name, bytes] of files)
    test(`keeps each triangle, its side and its place: ${name}`, async () => {
      assert.deepEqual(await decode(await derive(bytes)), describeTriangles(mesh.indices, whole));
    });

  test('opens on its teeth, with the front at the top, also where it lies askew', async () => {
    const positions = mesh.positions.map(
      (_, at) => mesh.positions[at - (at % 3) + ((at + 1) % 3)] ?? 0,
    );
    const objects = await derive(binaryStl({ ...mesh, positions }));
    const { view } = surfaceMetadata.parse(JSON.parse(objects.get('meta')?.toString() ?? ''));
    // The axes of the file are those of the phantom, one further: y, z, x.
    assert.ok(view.towards[1] > 0.95, String(view.towards));
    assert.ok(view.up[0] > 0.95, String(view.up));
    assert.ok(Math.abs(view.right[2]) > 0.95, String(view.right));
  });

  test('has a preview of its shape', async () => {
    const objects = await derive(binaryStl(mesh));
    const { data, info } = await sharp(objects.get('preview-1280'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      data[
        (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels
      ] ?? 0;
    assert.deepEqual([info.width, info.height], [1280, 960]);
    assert.ok(at(0.02, 0.02) < 20, 'a corner is black');
    assert.ok(at(0.5, 0.8) < 20, 'the palate is open');
    assert.ok(at(0.5, 0.14) > 60, 'the front teeth are at the top');
  });

  const skip = isFastRun && 'takes four seconds: npm run test:all runs it';
  test('of 1 million triangles has at most 3 MB', { skip }, async () => {
    const random = randomFrom(7);
    const fine = surfacePhantom({ columns: 1420, rows: 353, random, noise: 0.01 });
    const objects = await derive(binaryStl(fine));
    const { triangles, vertices } = surfaceMetadata.parse(
      JSON.parse(objects.get('meta')?.toString() ?? ''),
    );
    assert.deepEqual([triangles, vertices], [998_976, 501_260]);
    const bytes = objects.get('mesh')?.length ?? 0;
    assert.ok(bytes <= 3_000_000, `${bytes} bytes`);
  });
});

describe('a damaged scan', () => {
  const DAMAGED = isFastRun ? 80 : 2_000;
  const mesh = surfacePhantom({ columns: 9, rows: 5 });
  const files = [binaryStl(mesh), asciiStl(mesh), ...FORMATS.map((format) => ply(mesh, format))];

  test(`of ${DAMAGED} none ends otherwise than with an error or a whole mesh`, async () => {
    const random = randomFrom(23);
    let refused = 0;
    for (let round = 0; round < DAMAGED; round += 1) {
      const bytes = damage(random.pick(files), random);
      const outcome = await derive(bytes).then(
        (objects) => objects,
        (error: unknown) => error,
      );
      if (outcome instanceof Map) await decode(outcome);
      else refused += 1;
      if (!(outcome instanceof Map)) assert.ok(outcome instanceof Error, String(outcome));
    }
    assert.ok(refused > DAMAGED / 2, `${refused} of ${DAMAGED} were refused`);
  });

  for (const [name, bytes] of [
    ['without triangles', Buffer.from('solid a\nendsolid a\n')],
    [
      'with a coordinate that is no number',
      binaryStl({ ...mesh, positions: mesh.positions.map(() => Number.NaN) }),
    ],
    ['in metres', binaryStl({ ...mesh, positions: mesh.positions.map((value) => value * 1e5) })],
    ['whose face has no such vertex', ply({ ...mesh, indices: Uint32Array.of(0, 1, 45) }, 'ascii')],
    ['that is cut off', ply(mesh, 'binary_big_endian').subarray(0, -1)],
  ] as const)
    test(`is refused: ${name}`, async () => {
      await assert.rejects(derive(bytes), (error) => !isTooLarge(error));
    });

  test('is too large with more triangles than a jaw can have', async () => {
    const head = Buffer.alloc(84);
    head.writeUInt32LE(3_000_001, 80);
    const bytes = Buffer.concat([head, Buffer.alloc(3_000_001 * 50)]);
    await assert.rejects(derive(bytes), isTooLarge);
    const builder = meshBuilder();
    assert.throws(() => {
      for (let vertex = 0; ; vertex += 1) builder.addVertex(vertex % 5_000, vertex / 5_000, 0);
    }, isTooLarge);
  });
});

/** Bytes are others, missing or too many. */
function damage(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  switch (random.below(4)) {
    case 0:
      return copy.subarray(0, random.below(copy.length));
    case 1:
      return Buffer.concat([copy, copy.subarray(0, 1 + random.below(9))]);
    case 2:
      // In the header, where counts and types are.
      copy[random.below(320)] = random.below(256);
      return copy;
    default:
      for (let changed = 0; changed < 4; changed += 1)
        copy[random.below(copy.length)] = random.below(256);
      return copy;
  }
}
