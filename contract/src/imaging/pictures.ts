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

/** Errors of rejected pictures, in the language of the screen. */
export const pictureMessages = {
  staff: {
    typeNotAccepted: 'Only PNG, JPG, JPEG, WEBP and GIF images are accepted',
    bytesDisagree: 'The image is damaged, or it is not what its name says',
    tooLarge: 'An image may have at most 15 MB',
    tooManyPixels: 'An image may have at most 60 megapixels',
  },
  partner: {
    typeNotAccepted: 'Xəta: Yalnız şəkil faylları (PNG, JPG, WEBP) qəbul edilir',
    bytesDisagree: 'Xəta: Şəkil zədələnib və ya adına uyğun gəlmir',
    tooLarge: 'Xəta: Şəkil ən çox 15 MB ola bilər',
    tooManyPixels: 'Xəta: Şəkil ən çox 60 meqapiksel ola bilər',
  },
  notFound: 'Şəkil tapılmadı',
} as const;
