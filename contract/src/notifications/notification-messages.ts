/** Messages of the screen for notifications; without zod, which its chunk does not need. */
export const notificationMessages = {
  saved: 'Bildiriş seçiminiz yadda saxlanıldı',
  saveFailed: 'Bildiriş seçimini yadda saxlamaq mümkün olmadı',
  loadFailed: 'Bildiriş seçimini yükləmək mümkün olmadı',
  choiceMissing: 'Bildirişi açın və ya söndürün',
  subscriptionAdded: 'Bu cihazda bildirişlər açıldı',
  subscriptionRemoved: 'Cihazda bildirişlər söndürüldü',
  subscriptionMissing: 'Bu cihazda bildirişlər artıq söndürülüb',
  subscriptionTaken: 'Cihazı əlavə etmək mümkün olmadı, yenidən cəhd edin',
  subscriptionInvalid: 'Brauzerin bildiriş ünvanı yanlışdır',
  subscriptionFailed: 'Bu cihazda bildirişləri açmaq mümkün olmadı',
} as const;
