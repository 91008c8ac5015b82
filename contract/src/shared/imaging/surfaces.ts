import * as z from 'zod';

/** A scan of 1 million triangles is a fine one of a whole jaw. */
export const MAX_TRIANGLES = 3_000_000;
export const MAX_VERTICES = 3_000_000;

/** Steps of a coordinate: 16 bits. */
export const MAX_COORDINATE = 65_535;

/** A vertex in the object: three coordinates of 16 bits and two unused bytes, as the codec wants multiples of four. */
export const VERTEX_BYTES = 8;

const triple = z.tuple([z.number(), z.number(), z.number()]);

/**
 * The derivative of a surface scan. Its object `mesh` is a gzip file of the triangles' indices and of the vertices, each
 * in the codec of meshoptimizer. Millimetres = origin + coordinate × step.
 */
export const surfaceMetadata = z.object({
  version: z.literal(1),
  kind: z.literal('surface'),
  triangles: z.int().min(1).max(MAX_TRIANGLES),
  vertices: z.int().min(3).max(MAX_VERTICES),
  /** Bytes of both parts before gzip, in their order. */
  indexBytes: z.int().min(1),
  vertexBytes: z.int().min(1),
  origin: triple,
  step: z.number().positive(),
  /** Millimetres along the axes of the file. */
  size: triple,
  /** Unit vectors of the first view: to the right, upwards, and from the scan to the viewer. */
  view: z.object({ right: triple, up: triple, towards: triple }),
});
export type SurfaceMetadata = z.output<typeof surfaceMetadata>;
