import { randomFrom } from '@deqiq/testkit/random.ts';
import type { ClinicStyle } from '../drawings/clinic.ts';
import { ink } from '../drawings/svg.ts';
import { clinicNames, numberBehind, plain } from './partners.ts';

/** The body of POST admin/clinics, and the content of the picture. */
export interface SampleClinic {
  title: string;
  phone: string;
  instagram: string;
  /** '' for Bakı, which the page adds itself. */
  location: string;
  style: Omit<ClinicStyle, 'name'>;
}

/** Area codes of the cities of our clinics. */
const CITY_PREFIXES = new Map([
  ['Bakı', '12'],
  ['Gəncə', '22'],
  ['Sumqayıt', '18'],
]);

const DAY = '#dcebef';
const MORNING = '#f1e9dc';

const styles: readonly SampleClinic['style'][] = [
  { kind: 'street', wall: ink.paper, sign: ink.accent, ground: DAY },
  { kind: 'surgery', wall: ink.mist, sign: ink.accent, ground: ink.mist },
  { kind: 'reception', wall: '#f3ece0', sign: ink.line, ground: ink.mist },
  { kind: 'tower', wall: ink.paper, sign: ink.accent, ground: DAY },
  { kind: 'street', wall: '#1b3349', sign: '#0b7f8c', ground: ink.night, evening: true },
  { kind: 'reception', wall: '#e3efe8', sign: '#1f6b5a', ground: ink.mist },
  { kind: 'stone', wall: ink.stone, sign: ink.line, ground: '#e6eff2' },
  { kind: 'surgery', wall: '#e7e4f0', sign: '#51508a', ground: ink.mist, evening: true },
  { kind: 'stone', wall: '#f2dccb', sign: '#8a4b2d', ground: MORNING },
  { kind: 'street', wall: ink.stone, sign: '#1f6b5a', ground: DAY },
  { kind: 'tower', wall: '#f7efe2', sign: ink.line, ground: MORNING },
  { kind: 'surgery', wall: '#f6ece3', sign: '#b4603a', ground: ink.mist },
];

/** The clinics of our partners; no two of them look the same. */
export function sampleClinics(seed: number, count: number): SampleClinic[] {
  const random = randomFrom(seed);
  return styles.slice(0, count).map((style, i) => {
    const [title = '', city = 'Bakı'] = (clinicNames[i] ?? '').split(', ');
    return {
      title,
      phone: numberBehind(CITY_PREFIXES.get(city) ?? '12', random),
      instagram: `@${plain(title)}`,
      location: city === 'Bakı' ? '' : `${city}, Azərbaycan`,
      style,
    };
  });
}
