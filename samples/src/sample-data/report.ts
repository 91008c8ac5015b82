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

/** A signed report of a panoramic, without its key image. */
export const panoramicContent = {
  template: 'panoramic',
  technique: 'Rəqəmsal panoram rentgen. Şəkil diaqnostik keyfiyyətdədir.',
  teeth: {
    17: [{ finding: 'caries', surfaces: ['distal'], note: 'dentinin orta üçdə birinə qədər' }],
    26: [{ finding: 'root-canal-filling' }, { finding: 'crown' }],
    36: [{ finding: 'periapical-lesion', note: 'aydın konturlu' }],
    38: [{ finding: 'mandibular-canal-contact' }],
  },
  findings: [
    { section: 'periodontium', text: findings.panoramic[2] },
    { section: 'sinuses', text: findings.panoramic[1] },
    { section: 'tmj', text: findings.panoramic[0] },
  ],
  measurements: [],
  conclusion:
    '36: periapikal lezyon.\n17: distal karies, pulpa ilə əlaqə görünmür.\n38: kökün ucu alt çənə kanalına proyeksiya olunur.',
  recommendation:
    '36: endodontik müalicə. 38: çıxarılma planlaşdırılırsa, kanalla münasibəti dəqiqləşdirmək üçün KLKT.',
} as const;
