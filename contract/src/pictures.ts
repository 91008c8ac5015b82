/** Pictures a doctor's card may carry as certificates. */
export const MAX_CERTIFICATES = 12;

/** Widths in pixels in which every picture is kept; none is wider than what was sent. */
export const pictureWidths = [480, 960, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** What pictures are of; each kind has its own address and never answers under another's. */
export const picturePaths = {
  clinic: '/public/uploads/clinicFiles/',
  card: '/public/uploads/partnerCardFiles/',
} as const;

export type PictureKind = keyof typeof picturePaths;

/** The address of a picture by its file name; without a width the widest there is. */
export function pictureUrl(kind: PictureKind, file: string, width?: PictureWidth): string {
  return picturePaths[kind] + file + (width ? `?w=${width}` : '');
}

/** Sentences about a picture that is refused, in the language of the screen that sent it. */
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
