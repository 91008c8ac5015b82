/** Orders for a dental laboratory. */
export const labWorks = [
  'Sirkonium qapaq, 26',
  'Keramik laminat, 13–23',
  'Sirkonium körpü, 35–37',
  'Şəffaf elayner, 1-ci dəst',
  'Fərdi abatment, 46',
  'Cərrahi şablon, 2 implant',
  'Keramik qapaq, 11',
  'Gecə kapası, alt çənə',
  'Metal-keramika körpü, 34–36',
  'Vinir, 12–22',
  'İmplant üzərində qapaq, 15',
  'Müvəqqəti qapaq, 21',
  'Tam çıxarılan protez, üst çənə',
  'Büqel protez, alt çənə',
] as const;

/** Reports of partners, including a long one and one of two lines. */
export const complaints = [
  'KLKT faylını telefonda aça bilmədim. Kiçik baxış şəkli də əlavə etmək olarmı?',
  'Yeni 3D kəsiklər çox aydındır, təşəkkür edirik.',
  'Zəng edəndə uzun müddət gözləyirik. Xahiş edirəm, qeydiyyat üçün ikinci nömrə ayırasınız.',
  'Elayner sifarişinin hazır olma tarixi iki dəfə dəyişdi. Xahiş edirik, əvvəlcədən xəbər verəsiniz.',
  'Pasiyentin adı səhv yazılıb: Günəl deyil, Günel olmalıdır. Düzəltsəniz, minnətdar olaram.\nTelefonu düzgündür.',
  'Panoram şəkillərin adında tarix də olsa, arxivdə tapmaq asan olar. İndi hər faylı açıb baxmalı oluruq: bir pasiyentin beş-altı şəkli olanda vaxt aparır. Tarix, diş nömrəsi və müayinənin adı fayl adında yazılsa, həm biz, həm də pasiyent razı qalar.',
] as const;

/** Questions of visitors through the contact form; one contains only the number. */
export const questions = [
  'Uşağım 9 yaşındadır. Panoram şəkil üçün həkim göndərişi lazımdır?',
  'Salam. Hamiləliyin ikinci ayındayam, dişim ağrıyır. Şəkil çəkdirmək olar?',
  '',
  'Keçən həftə çəkilən KLKT-nin DICOM faylını necə ala bilərəm?',
  'Klinikamız üçün əməkdaşlıq şərtlərini bilmək istəyirik. Zəng etsəniz, yaxşı olar.',
] as const;

/** Clinics of Bakı that apply to become partners. */
export const newcomers = ['Yasamal Dental', 'Bayıl Diş Klinikası', 'Qala Stomatologiya'] as const;
