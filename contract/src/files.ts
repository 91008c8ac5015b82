import * as z from 'zod';
import { storageMessages } from './shared/errors.ts';

/**
 * What a checkup's files may be, by the extension of their visible name, and the exact Content-Type
 * each is sent with. Specification, section 5: jpeg, png, webp, gif, dicom, plain text, html, xml, .dcm.
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
} as const;

export type AcceptedExtension = keyof typeof acceptedFileTypes;

/** What a file input offers: the `accept` attribute. */
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
  '.dcm',
  '.dicom',
].join(',');

/** The part behind the last dot, in lower case; '' where there is none. */
export function fileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : '';
}

/** Whether a checkup may hold a file of this name. Names without an extension are DICOM (as scanners write them). */
export function isAcceptedFileName(fileName: string): boolean {
  return findContentType(fileName) !== undefined;
}

/** The Content-Type of a file of this name, undefined where its type is not accepted. */
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
 * A way to one file: `name` as people see it, `url` a link that opens without any header and ends with
 * the session, `size` in bytes, `previewUrl` a WebP of it where one may be made: of a DICOM file that cannot
 * be drawn it answers 204, nothing.
 */
export const fileLink = z.object({
  /** Names the file, whatever its name is; gives no access. */
  id: z.string(),
  name: z.string(),
  url: z.string(),
  size: z.int(),
  contentType: z.string(),
  previewUrl: z.string().optional(),
});

export type FileLink = z.output<typeof fileLink>;

export const fileMessages = {
  notFound: storageMessages.notFound,
  expired: 'Bu faylın keçidinin vaxtı bitib. Siyahını yeniləyin',
  zipTooLarge: 'Bu brauzer belə böyük arxivi yükləyə bilmir. Faylları ayrı-ayrılıqda yükləyin',
  badRange: storageMessages.badRange,
} as const;

/** A file of a checkup by the name people see. */
export const byFileName = z.object({ id: z.string(), fileName: z.string() });

/** `id`: delete only the file of this id, as a list showed it under its name. */
export const deletedFileQuery = z.object({ id: z.string().max(100).optional() });
