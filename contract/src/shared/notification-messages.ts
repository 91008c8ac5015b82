/** Messages of the screen for notifications; without zod, which its chunk does not need. */
export const notificationMessages = {
  saved: 'Bildiriş seçiminiz yadda saxlanıldı',
  saveFailed: 'Bildiriş seçimini yadda saxlamaq mümkün olmadı',
  loadFailed: 'Bildiriş seçimini yükləmək mümkün olmadı',
  choiceMissing: 'Bildirişi açın və ya söndürün',
} as const;
