import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { CertificateText } from '../drawings/certificate.ts';
import type { PortraitStyle } from '../drawings/portrait.ts';
import { ink } from '../drawings/svg.ts';
import type { Sex } from './names.ts';
import type { SamplePartner } from './partners.ts';

/** The body of POST admin/partnercards, and the content of the pictures. */
export interface SampleDoctor {
  firstName: string;
  lastName: string;
  phone: string;
  clinicName: string;
  instagram: string;
  portrait: PortraitStyle;
  certificates: CertificateText[];
}

const LIGHT = '#f4d6c0';
const MIDDLE = '#eac5a9';
const DARK = '#dcae8c';
const BLACK = '#2b2523';
const BROWN = '#4b3529';
const CHESTNUT = '#6a4630';
const GREY = '#8b9299';

type PortraitColours = Omit<PortraitStyle, 'ground'>;

const colours: Record<Sex, readonly PortraitColours[]> = {
  F: [
    {
      skin: LIGHT,
      hair: BROWN,
      cloth: ink.leaf,
      cut: 'bun',
      coat: 'coat',
      glasses: true,
      earrings: true,
    },
    { skin: MIDDLE, hair: CHESTNUT, cloth: ink.accent, cut: 'bob', coat: 'scrubs', earrings: true },
    { skin: DARK, hair: BLACK, cloth: ink.night, cut: 'long', coat: 'coat' },
    { skin: MIDDLE, hair: CHESTNUT, cloth: ink.soft, cut: 'wavy', coat: 'scrubs' },
    { skin: DARK, hair: ink.accent, brows: BROWN, cloth: ink.shade, cut: 'scarf', coat: 'coat' },
    { skin: LIGHT, hair: BLACK, cloth: '#b4603a', cut: 'bob', coat: 'coat', glasses: true },
    { skin: LIGHT, hair: '#a9743f', cloth: ink.night, cut: 'wavy', coat: 'coat', earrings: true },
    { skin: MIDDLE, hair: BLACK, cloth: '#1f6b5a', cut: 'bun', coat: 'scrubs' },
  ],
  M: [
    { skin: LIGHT, hair: BLACK, cloth: ink.accent, cut: 'short', coat: 'coat' },
    { skin: MIDDLE, hair: BROWN, cloth: ink.night, cut: 'side', coat: 'scrubs' },
    {
      skin: DARK,
      hair: GREY,
      cloth: ink.leaf,
      cut: 'receding',
      coat: 'coat',
      glasses: true,
      beard: 'moustache',
    },
    { skin: LIGHT, hair: '#1d2530', cloth: ink.soft, cut: 'curly', coat: 'coat', beard: 'full' },
    { skin: MIDDLE, hair: BROWN, cloth: '#1f6b5a', cut: 'short', coat: 'scrubs', beard: 'full' },
    { skin: LIGHT, hair: CHESTNUT, cloth: ink.night, cut: 'side', coat: 'coat', glasses: true },
    { skin: MIDDLE, hair: GREY, cloth: ink.accent, cut: 'short', coat: 'coat', beard: 'moustache' },
    { skin: DARK, hair: BLACK, cloth: ink.soft, cut: 'curly', coat: 'scrubs' },
  ],
};

const grounds = ['#dcebef', '#f1e7d8', '#e3efe8', ink.mist] as const;

const courses = [
  'İmplantasiyanın KLKT ilə planlaşdırılması',
  'Panoramik şəklin oxunması',
  'Endodontiyada mikroskop',
  'Şəffaf elaynerlərlə müalicə',
  'Sinus-lift və sümük artırılması',
  'Keramik laminat və vinirlər',
  'Rəqəmsal ölçü və CAD/CAM',
  'Uşaq stomatologiyasında davranış idarəsi',
  'Çənə oynağının diaqnostikası',
  'Parodontologiyada müasir yanaşmalar',
] as const;

const academies = [
  'Dəqiq Diaqnostika Akademiyası',
  'Bakı İmplantologiya Məktəbi',
  'Xəzər Stomatologiya Günləri',
  'Qafqaz Ortodontiya Forumu',
] as const;

const months = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);
const kinds = ['classic', 'modern', 'diploma'] as const;

/** Number of certificates of each doctor. */
const CERTIFICATES = [5, 2, 4, 1, 3, 0, 6, 2, 3, 1, 4, 2];

/** Doctors who are shown on the site: the first of our partners, each with a different face. */
export function sampleDoctors(
  seed: number,
  partners: readonly SamplePartner[],
  year: number,
): SampleDoctor[] {
  const random = randomFrom(seed);
  const counts = { F: 0, M: 0 };
  return partners.slice(0, CERTIFICATES.length).map((partner, i) => {
    const { firstName, lastName, phone, instagram, clinicName, sex } = partner;
    const appearance = colours[sex][counts[sex]++ % colours[sex].length] as PortraitColours;
    return {
      firstName,
      lastName,
      phone,
      instagram,
      clinicName: clinicName.split(',')[0] ?? '',
      portrait: { ...appearance, ground: grounds[i % grounds.length] ?? ink.mist },
      certificates: listCertificates(
        random,
        `${firstName} ${lastName}`,
        CERTIFICATES[i] ?? 0,
        year,
      ),
    };
  });
}

function listCertificates(
  random: Random,
  name: string,
  count: number,
  year: number,
): CertificateText[] {
  const first = random.below(courses.length);
  return Array.from({ length: count }, (_, i) => {
    const courseYear = year - 1 - random.below(5);
    const day = `${1 + random.below(28)} ${random.pick(months)} ${courseYear}`;
    return {
      name,
      course: courses[(first + i) % courses.length] ?? '',
      heldOn: `${random.pick([8, 16, 24])} akademik saat, Bakı, ${day}`,
      academy: random.pick(academies),
      number: `${courseYear}/${String(100 + random.below(800)).padStart(4, '0')}`,
      kind: kinds[(first + i) % kinds.length] ?? 'classic',
    };
  });
}
