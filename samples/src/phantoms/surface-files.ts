import type { SurfaceMesh } from './surface-phantom.ts';

type Point = readonly [number, number, number];

const readPoint = ({ positions }: SurfaceMesh, vertex: number): Point => [
  positions[vertex * 3] ?? 0,
  positions[vertex * 3 + 1] ?? 0,
  positions[vertex * 3 + 2] ?? 0,
];

function readTriangles(mesh: SurfaceMesh): Point[][] {
  return Array.from({ length: mesh.indices.length / 3 }, (_, triangle) =>
    [0, 1, 2].map((corner) => readPoint(mesh, mesh.indices[triangle * 3 + corner] ?? 0)),
  );
}

/** A binary STL. Many programs begin its header with the word of the other format. */
export function binaryStl(mesh: SurfaceMesh): Buffer {
  const triangles = readTriangles(mesh);
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.write('solid of a scanner');
  bytes.writeUInt32LE(triangles.length, 80);
  for (const [index, corners] of triangles.entries())
    for (const [at, value] of corners.flat().entries())
      bytes.writeFloatLE(value, 84 + 50 * index + 12 + 4 * at);
  return bytes;
}

export function asciiStl(mesh: SurfaceMesh): Buffer {
  const facets = readTriangles(mesh).map((corners) =>
    [
      'facet normal 0 0 0',
      ' outer loop',
      ...corners.map((corner) => `  vertex ${corner.join(' ')}`),
      ' endloop',
      'endfacet',
    ].join('\n'),
  );
  return Buffer.from(['solid scan', ...facets, 'endsolid scan', ''].join('\n'));
}

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** A PLY with colours and an element that readers skip. */
export function ply(mesh: SurfaceMesh, format: PlyFormat): Buffer {
  const vertices = mesh.positions.length / 3;
  const faces = mesh.indices.length / 3;
  const header = [
    'ply',
    `format ${format} 1.0`,
    'comment of a scanner',
    `element vertex ${vertices}`,
    'property float x',
    'property float y',
    'property float z',
    'property uchar red',
    'element camera 1',
    'property double distance',
    'property list uchar short steps',
    `element face ${faces}`,
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join('\n');
  const parts = [Buffer.from(header)];
  const write = writerOf(format, parts);
  for (let vertex = 0; vertex < vertices; vertex += 1) {
    for (const value of readPoint(mesh, vertex)) write('float', value);
    write('uchar', 200);
  }
  write('double', 0.5);
  for (const [type, value] of [
    ['uchar', 2],
    ['short', -1],
    ['short', 1],
  ] as const)
    write(type, value);
  for (let face = 0; face < faces; face += 1) {
    write('uchar', 3);
    for (const vertex of mesh.indices.subarray(face * 3, face * 3 + 3)) write('int', vertex);
  }
  return Buffer.concat(parts);
}

type Write = (type: 'uchar' | 'short' | 'int' | 'float' | 'double', value: number) => void;

function writerOf(format: PlyFormat, parts: Buffer[]): Write {
  if (format === 'ascii') return (_type, value) => parts.push(Buffer.from(`${value}\n`));
  const isLittle = format === 'binary_little_endian';
  return (type, value) => {
    const view = new DataView(new ArrayBuffer(8));
    const lengths = { uchar: 1, short: 2, int: 4, float: 4, double: 8 };
    if (type === 'uchar') view.setUint8(0, value);
    if (type === 'short') view.setInt16(0, value, isLittle);
    if (type === 'int') view.setInt32(0, value, isLittle);
    if (type === 'float') view.setFloat32(0, value, isLittle);
    if (type === 'double') view.setFloat64(0, value, isLittle);
    parts.push(Buffer.from(view.buffer, 0, lengths[type]));
  };
}
