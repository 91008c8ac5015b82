import { createContext, type ReactNode, useContext } from 'react';

export type Language = 'az' | 'en';

const LanguageContext = createContext<Language>('az');

/** The kit's own words follow the area: English in the back-office, Azerbaijani everywhere else. */
export function LanguageArea({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

const LABELS = {
  az: {
    skip: 'Əsas məzmuna keç',
    loading: 'Yüklənir…',
    close: 'Bağla',
    cancel: 'Ləğv et',
    showPassword: 'Şifrəni göstər',
    hidePassword: 'Şifrəni gizlət',
    search: 'Axtar',
    clear: 'Təmizlə',
    actions: 'Əməliyyatlar',
    oops: 'Xəta baş verdi',
    refresh: 'Yenidən cəhd edin',
    pageFailed: 'Səhifə açıla bilmədi',
    noConnection: 'Bağlantı yoxdur. Bərpa olunan kimi özü yenilənəcək.',
    pages: 'Səhifələr',
    first: 'İlk',
    previous: 'Əvvəlki',
    next: 'Növbəti',
    last: 'Son',
    chooseFiles: 'Fayl seçin',
    orDrop: 'və ya bura sürükləyin',
    chooseFolder: 'Qovluq seçin',
    noPicture: 'Şəkil göstərilə bilmir',
    select: 'Seçin',
    openList: 'Siyahını aç',
    notifications: 'Bildirişlər',
    showMore: 'Davamını göstər',
    showLess: 'Yığ',
    completed: 'Tamamlandı',
    pending: 'Gözləyir',
    cancelled: 'Ləğv edilib',
    discard: {
      title: 'Yazdıqlarınız silinsin?',
      text: 'Heç nə yadda saxlanılmayıb.',
      confirm: 'Sil',
      cancel: 'Davam et',
      danger: true,
    },
  },
  en: {
    skip: 'Skip to content',
    loading: 'Loading...',
    close: 'Close',
    cancel: 'Cancel',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    search: 'Search',
    clear: 'Clear',
    actions: 'Actions',
    oops: 'Oops! Something went wrong',
    refresh: 'Refresh Page',
    pageFailed: 'The page could not be opened',
    noConnection: 'No connection. This loads by itself as soon as it is back.',
    pages: 'Pages',
    first: 'First',
    previous: 'Prev',
    next: 'Next',
    last: 'Last',
    chooseFiles: 'Choose files',
    orDrop: 'or drop them here',
    chooseFolder: 'Choose a folder',
    noPicture: 'Picture not available',
    select: 'Select',
    openList: 'Open the list',
    notifications: 'Notifications',
    showMore: 'Show more',
    showLess: 'Show less',
    completed: 'Completed',
    pending: 'Pending',
    cancelled: 'Cancelled',
    discard: {
      title: 'Discard what you have entered?',
      text: 'Nothing of it has been saved.',
      confirm: 'Discard',
      cancel: 'Go on editing',
      danger: true,
    },
  },
} as const;

/** Labels of the kit in the language of the area, or in `language`. */
export function useLabels(language?: Language) {
  const area = useContext(LanguageContext);
  return LABELS[language ?? area];
}
