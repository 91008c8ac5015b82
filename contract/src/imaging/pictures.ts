/** Max certificates of a doctor. */
export const MAX_CERTIFICATES = 12;

/** Widths in pixels in which a picture is stored, up to that of the original. */
export const pictureWidths = [480, 960, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Kinds of pictures with their paths; a picture is only found under the path of its kind. */
export const picturePaths = {
  clinic: '/public/uploads/clinicFiles/',
  card: '/public/uploads/partnerCardFiles/',
} as const;

export type PictureKind = keyof typeof picturePaths;

/** The URL of a picture by its file name; without a width the widest one. */
export function pictureUrl(kind: PictureKind, file: string, width?: PictureWidth): string {
  return picturePaths[kind] + file + (width ? `?w=${width}` : '');
}
