/** Questions of patients before a CBCT, for the page and for search engines. */
export const questions = [
  {
    question: 'Çəkilişə hazırlıq lazımdırmı?',
    answer:
      'Xeyr. Yemək də olar, dərman qəbul etmək də. Çəkilişdən əvvəl sırğa, eynək, boyunbağı və çıxarıla bilən protezi çıxarırsınız, çünki metal şəkildə kölgə salır.',
  },
  {
    question: 'Göndəriş mütləqdirmi?',
    answer:
      'Hansı sahənin və hansı sualın cavabı üçün çəkiliş lazım olduğunu həkim təyin edir. Göndərişiniz yoxdursa, zəng edin, nə edəcəyinizi izah edək.',
  },
  {
    question: 'Hamiləyəm. Çəkilişdən keçə bilərəmmi?',
    answer:
      'Bunu qeydiyyat zamanı deyin. Təcili deyilsə, çəkilişi təxirə salırıq. Təcilidirsə, qərarı həkiminizlə birlikdə veririk.',
  },
  {
    question: 'Uşaqlara 3D rentgen çəkilirmi?',
    answer: 'Yalnız başqa üsulla cavab tapılmayanda. Sahə kiçik, doza isə uşağa görə seçilir.',
  },
  {
    question: 'Nəticəni necə alıram?',
    answer:
      'Şəkil və rəy sizi göndərən həkimin şəxsi kabinetinə yüklənir. İstəsəniz, sizə də DICOM faylı və rəyi veririk: istənilən klinikada açılır.',
  },
] as const;
