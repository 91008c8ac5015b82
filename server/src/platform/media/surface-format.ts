/** Bytes of a binary STL: its header with the number of triangles, and each triangle. */
export const STL_HEADER = 84;
export const STL_TRIANGLE = 50;

const PLY_START = /^ply\r?\n\s*(?:comment[^\n]*\n\s*)*format /;

export const isPly = (head: Buffer): boolean => PLY_START.test(head.toString('latin1', 0, 4096));

const PLY_TYPE = 'model/ply';

export const isSurfaceType = (contentType: string): boolean =>
  contentType === PLY_TYPE || contentType === 'model/stl';

/** Whether the size is that of a binary STL with so many triangles as its header says. */
export const isBinaryStl = (head: Buffer, size: number): boolean =>
  head.length >= STL_HEADER && size === STL_HEADER + head.readUInt32LE(80) * STL_TRIANGLE;

/** Whether a file begins like the surface scan that its type promises. */
export function isSurface(contentType: string, head: Buffer, size: number): boolean {
  if (contentType === PLY_TYPE) return isPly(head);
  if (isBinaryStl(head, size)) return true;
  return !head.includes(0) && /^\s*solid\b[\s\S]*\bfacet\b/.test(head.toString('latin1'));
}
