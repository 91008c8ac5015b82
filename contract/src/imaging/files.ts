import * as z from 'zod';
import { imaging } from './imaging.ts';

/**
 * Accepted files of a checkup: extension of the visible name, and the exact Content-Type of the response. Specification, section 5: jpeg, png, webp, gif, dicom, plain text, html, xml, .dcm. Beyond it archives of DICOM, and surface scans.
 */
export const acceptedFileTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  dcm: 'application/dicom',
  dicom: 'application/dicom',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  zip: 'application/zip',
  stl: 'model/stl',
  ply: 'model/ply',
} as const;

export type AcceptedExtension = keyof typeof acceptedFileTypes;

/** The `accept` attribute of file inputs. */
export const ACCEPTED_FILES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/dicom',
  'text/plain',
  'text/html',
  'text/xml',
  'application/xml',
  'application/zip',
  '.dcm',
  '.dicom',
  '.zip',
  '.stl',
  '.ply',
].join(',');

/** The part after the last dot in lower case; '' if there is none. */
export function fileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : '';
}

/** Whether a checkup accepts a file of this name. Names without an extension are DICOM, as scanners write them. */
export function isAcceptedFileName(fileName: string): boolean {
  return findContentType(fileName) !== undefined;
}

/** The Content-Type of a file of this name; undefined if it is not accepted. */
export function findContentType(fileName: string): string | undefined {
  const extension = fileExtension(fileName);
  if (extension === '') return acceptedFileTypes.dcm;
  return Object.hasOwn(acceptedFileTypes, extension)
    ? acceptedFileTypes[extension as AcceptedExtension]
    : undefined;
}

const ADMIN_PREVIEWS: readonly string[] = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const PARTNER_PREVIEWS: readonly string[] = [...ADMIN_PREVIEWS, 'bmp', 'svg'];

/** Whether a screen of this role shows the file as a picture (specification, section 9). */
export function hasPicturePreview(fileName: string, role: 'admin' | 'partner'): boolean {
  return (role === 'admin' ? ADMIN_PREVIEWS : PARTNER_PREVIEWS).includes(fileExtension(fileName));
}

/**
 * A link to one file. `name` is the visible name; `url` opens without headers and expires with the session; `size` is
 * in bytes. `previewUrl` is a WebP, if a preview is possible; for a DICOM file that cannot be rendered it returns 204.
 */
export const fileLink = z.object({
  /** The id of the file; gives no access. */
  id: z.string(),
  name: z.string(),
  url: z.string(),
  size: z.int(),
  contentType: z.string(),
  previewUrl: z.string().optional(),
  imaging,
});

export type FileLink = z.output<typeof fileLink>;

export const byFileName = z.object({ id: z.string(), fileName: z.string() });

/** `id`: delete the file only if it has this id. */
export const deletedFileQuery = z.object({ id: z.string().max(100).optional() });
