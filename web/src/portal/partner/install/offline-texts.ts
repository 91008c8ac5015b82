/** The words of the offline page; build/fonts.ts cuts its font from them. */
export const offlineTexts = {
  title: 'İnternet bağlantısı yoxdur',
  reason: 'Nəticələr yalnız bağlantı olanda görünür: pasiyent məlumatları telefonda saxlanılmır.',
  retry: 'Yenidən cəhd edin',
} as const;
