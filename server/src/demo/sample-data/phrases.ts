/** What a dental laboratory is asked for. */
export const labWorks = [
  'Sirkonium tac, 46',
  'Metal-keramika körpü, 34–36',
  'E-max laminat, 13–23',
  'Tam çıxan protez, üst çənə',
  'İmplant üstü tac, 26',
  'Şəffaf elayner dəsti',
  'Gecə kapası, alt çənə',
  'Büqel protez, alt çənə',
  'Cərrahi şablon, 2 implant',
  'Müvəqqəti tac, 11',
] as const;

/** What partners write about the centre. */
export const complaints = [
  'Nəticələr bu həftə gec gəlir. Səhər göndərdiyim pasiyentin şəkli axşam yükləndi.',
  'Yeni 3D kəsiklər çox aydındır, təşəkkür edirik.',
  'KLKT faylını telefonda aça bilmədim. Kiçik önizləmə də əlavə etmək olarmı?',
  'Zəng edəndə uzun müddət gözləyirik. Xahiş edirəm qeydiyyat üçün ikinci nömrə verin.',
  'Pasiyentin adı səhv yazılıb: Günəl deyil, Günel olmalıdır. Düzəltsəniz minnətdar olaram.\nTelefonu düzgündür.',
  'Panoram şəkillərin adında tarix də olsa, arxivdə tapmaq asan olar. İndi hər faylı açıb baxmalı oluruq: bir pasiyentin beş-altı şəkli olanda vaxt aparır. Tarix, diş nömrəsi və müayinənin adı fayl adında yazılsa, həm biz, həm də pasiyent razı qalar.',
] as const;

/** What visitors ask through the contact form. */
export const questions = [
  'Şənbə günü saat neçəyə qədər işləyirsiniz?',
  'Uşağım 9 yaşındadır. Panoram şəkil üçün həkim göndərişi lazımdır?',
  '',
  'KLKT müayinəsinin qiyməti və cavabın nə vaxt hazır olacağı barədə məlumat verə bilərsiniz?',
  'Klinikamız üçün əməkdaşlıq şərtlərini bilmək istəyirik. Zəng etsəniz, yaxşı olar.',
] as const;
