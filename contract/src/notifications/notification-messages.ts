/** Messages of the screen for notifications; without zod, which its chunk does not need. */
export const notificationMessages = {
  saved: 'Bildiriş seçiminiz yadda saxlanıldı',
  saveFailed: 'Bildiriş seçimini yadda saxlamaq mümkün olmadı',
  loadFailed: 'Bildiriş seçimini yükləmək mümkün olmadı',
  choiceMissing: 'Bildirişi açın və ya söndürün',
  deviceAdded: 'Bu cihazda bildirişlər açıldı',
  deviceRemoved: 'Cihazda bildirişlər söndürüldü',
  deviceMissing: 'Bu cihazda bildirişlər artıq söndürülüb',
  deviceTaken: 'Cihazı əlavə etmək mümkün olmadı, yenidən cəhd edin',
  deviceInvalid: 'Brauzerin bildiriş ünvanı yanlışdır',
  deviceFailed: 'Bu cihazda bildirişləri açmaq mümkün olmadı',
} as const;
