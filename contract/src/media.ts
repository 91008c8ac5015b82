/** Sentences about pictures that cannot be decoded now, in the language of who asks. */
export const mediaMessages = {
  admin: {
    busy: 'Too many images are being processed right now. Please try again in a moment',
    missing: 'The file is no longer there',
  },
  partner: {
    busy: 'Hazırda çox şəkil emal olunur. Bir azdan yenidən cəhd edin',
    missing: 'Fayl tapılmadı',
  },
} as const;
