import { createHash } from 'node:crypto';
import type { Seal } from '../seal/seal.ts';
import { type PdfObjects, type Ref, toPdfDate } from './pdf-objects.ts';

const RANGES = '0000000000';
const RANGE = `[0 ${RANGES} ${RANGES} ${RANGES}]`;
const CONTENTS = '/Contents <';
const KIND = '/SubFilter /ETSI.CAdES.detached';

/**
 * Adds a signature field without a visible part, whose signature is written by `sealPdf` (ISO 32000-1, 12.8; PAdES).
 * Returns the reference of the widget, and the entry of the catalogue. `at`: an instant, ISO 8601 in UTC.
 */
export function addSealField(objects: PdfObjects, page: Ref, { size, at }: SealSpace) {
  const value = objects.add(
    `<< /Type /Sig /Filter /Adobe.PPKLite ${KIND} /M ${toPdfDate(at)} ` +
      `/ByteRange ${RANGE} ${CONTENTS}${'0'.repeat(size * 2)}> >>`,
  );
  // Printed, locked and of no size: PDF/A allows such a widget without an appearance.
  const widget = objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Seal) /F 132 /Rect [0 0 0 0] /P ${page} /V ${value} >>`,
  );
  return { widget, form: `/AcroForm << /Fields [${widget}] /SigFlags 3 >>` };
}

export interface SealSpace {
  /** Bytes that are kept free for the signature. */
  readonly size: number;
  readonly at: string;
}

/** Signs a document that has the field of `addSealField`. Throws SealError. */
export async function sealPdf(document: Buffer, seal: Seal): Promise<Buffer> {
  const sealed = Buffer.from(document);
  const start = sealed.indexOf(CONTENTS, sealed.indexOf(KIND)) + CONTENTS.length - 1;
  const end = sealed.indexOf('>', start) + 1;
  const ranges = [start, end, sealed.length - end];
  const digits = ranges.map((value) => String(value).padStart(RANGES.length, '0'));
  sealed.write(`[0 ${digits.join(' ')}]`, sealed.lastIndexOf(RANGE, start), 'latin1');
  const digest = createHash('sha256')
    .update(sealed.subarray(0, start))
    .update(sealed.subarray(end))
    .digest();
  const signature = await seal.sign(digest);
  if (signature.length * 2 > end - start - 2) throw new Error('the signature is too long');
  sealed.write(signature.toString('hex'), start + 1, 'latin1');
  return sealed;
}
