import type { CheckupStatus } from '@deqiq/contract/examinations/checkups.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { CalendarDay } from './calendar.ts';
import { differentNames, type PersonName } from './names.ts';

export type Examination =
  | 'panoramic'
  | 'periapical'
  | 'bitewing'
  | 'cbctUpper'
  | 'cbctLower'
  | 'cbctBoth';

/** One visit: patient, date, examination, and the files it produces. */
export interface SampleCheckup {
  patient: PersonName & { id: string; birthDate: string };
  examination: Examination;
  name: string;
  description: string;
  day: string;
  endDate: string;
  status: CheckupStatus;
  /** Whether the files include the scanner's own .dcm, and a written report. */
  hasDicom: boolean;
  hasReport: boolean;
  /** Determines everything else about the pictures. */
  seed: number;
}

const names: Record<Examination, readonly string[]> = {
  panoramic: ['Panoram rentgen'],
  periapical: [
    'Periapikal şəkil, 46-cı diş',
    'Periapikal şəkil, 11-ci diş',
    'Periapikal şəkil, 26-cı diş',
  ],
  bitewing: ['Bitewing rentgen, sağ', 'Bitewing rentgen, sol'],
  cbctUpper: ['KLKT üst çənə'],
  cbctLower: ['KLKT alt çənə'],
  cbctBoth: ['KLKT hər iki çənə'],
};

const reasons: Record<Examination, readonly string[]> = {
  panoramic: [
    'İlkin müayinə',
    'Ortodontik müalicədən əvvəl ümumi baxış',
    'Ağıl dişlərinin vəziyyətinin qiymətləndirilməsi',
    'Protezin planlaşdırılması',
    'İllik nəzarət',
  ],
  periapical: [
    'Kök kanalı müalicəsinə nəzarət',
    'Dişləyərkən ağrı, kök ucunun qiymətləndirilməsi',
    'Plomb altında ikincili kariyes şübhəsi',
  ],
  bitewing: ['Təmas səthlərində kariyes şübhəsi', 'Sümük səviyyəsinə nəzarət'],
  cbctUpper: [
    'İmplantasiyanın planlaşdırılması',
    'Haymor boşluğunun dibinin qiymətləndirilməsi',
    'Sinus-lift əməliyyatından əvvəl',
  ],
  cbctLower: [
    'İmplantasiyanın planlaşdırılması',
    'Alt çənə kanalına məsafənin ölçülməsi',
    'Retensiya olunmuş ağıl dişi',
  ],
  cbctBoth: ['Ortoqnatik əməliyyatdan əvvəl', 'Bütün diş sırasının implantlarla bərpası'],
};

const KINDS: readonly Examination[] = [
  'panoramic',
  'panoramic',
  'panoramic',
  'panoramic',
  'periapical',
  'periapical',
  'bitewing',
  'cbctUpper',
  'cbctLower',
  'cbctBoth',
];

/** Visits from the oldest to today's in realistic proportions: two thirds in the last month, nearly all done. */
export function sampleCheckups(seed: number, count: number, today: CalendarDay): SampleCheckup[] {
  const random = randomFrom(seed);
  const ages = Array.from({ length: count }, (_, i) =>
    Math.floor(90 * (1 - (i + 1) / count) ** 1.6),
  );
  return differentNames(random, count).map((name, i) =>
    visit(random, name, i, today, ages[i] ?? 0),
  );
}

function visit(
  random: Random,
  name: PersonName,
  index: number,
  today: CalendarDay,
  daysAgo: number,
): SampleCheckup {
  const examination = random.pick(KINDS);
  const day = today.minus(daysAgo);
  const status =
    daysAgo <= 1 && random.chance(0.6)
      ? 'pending'
      : random.chance(0.05)
        ? 'cancelled'
        : 'completed';
  const isScan = examination.startsWith('cbct');
  return {
    patient: {
      ...name,
      id: `DQ-${String(10_240 + index)}`,
      birthDate: today.minus(random.below(56 * 365) + 14 * 365).iso,
    },
    examination,
    name: random.pick(names[examination]),
    description: random.pick(reasons[examination]),
    day: day.iso,
    endDate: status === 'completed' ? today.minus(Math.max(0, daysAgo - random.below(2))).iso : '',
    status,
    hasDicom: examination === 'panoramic' ? random.chance(0.4) : !isScan && random.chance(0.35),
    hasReport: status === 'completed' && random.chance(isScan ? 0.7 : 0.2),
    seed: random.below(1e9),
  };
}
