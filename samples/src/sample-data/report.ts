import type { Examination, SampleCheckup } from './checkups.ts';

/** A radiologist's short report, as the centre sends it with the pictures. */
export function reportText(checkup: SampleCheckup): string {
  const { patient } = checkup;
  return [
    'Dəqiq Diaqnostika — şüa müayinəsinin nəticəsi',
    '',
    `Pasiyent: ${patient.lastName} ${patient.firstName} (${patient.id})`,
    `Doğum tarixi: ${formatDate(patient.birthDate)}`,
    `Müayinə: ${checkup.name}`,
    `Müayinə tarixi: ${formatDate(checkup.day)}`,
    `Göndərişin səbəbi: ${checkup.description}`,
    '',
    ...findings[checkup.examination],
    '',
    'Nəticə klinik müayinə ilə birlikdə qiymətləndirilməlidir.',
    'Bu sənəd nümunədir: şəkillər kompüterdə hesablanmış çənəyə aiddir.',
    '',
  ].join('\r\n');
}

const formatDate = (iso: string) => iso.split('-').reverse().join('.');

const scan = [
  'Sümük toxumasının sıxlığı normal həddədir.',
  'Alveol çıxıntısının eni 6-9 mm arasındadır.',
];

const findings: Record<Examination, readonly string[]> = {
  panoramic: [
    'Alt çənə başları simmetrikdir, oynaq səthləri hamardır.',
    'Haymor boşluqları havalıdır, selikli qişa qalınlaşmayıb.',
    'Alveol sümüyünün səviyyəsi yaşa uyğundur.',
  ],
  periapical: [
    'Periodontal yarıq kök boyu bərabər enlidir.',
    'Kök ucu ətrafında sümük strukturu dəyişməyib.',
  ],
  bitewing: [
    'Təmas səthlərində minanın konturu izlənilir.',
    'Alveol sümüyünün kənarı mina-sement sərhədindən 1-2 mm aşağıdadır.',
  ],
  cbctUpper: [...scan, 'Haymor boşluğunun dibi birinci azı dişinin kök uclarına yaxındır.'],
  cbctLower: [...scan, 'Alt çənə kanalının divarları bütöv izlənilir.'],
  cbctBoth: [...scan, 'Ölçülər əlavə edilmiş kəsiklərdə göstərilib.'],
};
