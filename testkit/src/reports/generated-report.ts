import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import {
  findingCodes,
  findings,
  toothSurfaces,
} from '@deqiq/contract/reports/content/report-findings.ts';
import {
  reportSections,
  reportTemplateNames,
} from '@deqiq/contract/reports/content/report-sections.ts';
import { chosenLanguages } from '@deqiq/messages/language.ts';
import type {
  DicomPicture,
  ReportKeyImage,
  ReportMeasurement,
  SignedReport,
} from '../../../server/src/features/reports/outputs/signed-report.ts';
import { type Random, randomFrom } from '../random.ts';

const WORDS =
  'Üst çənədə iltihabi dəyişiklik aşkar edilmir. Сужение периодонтальной щели у верхушки корня. Bone height above the canal is sufficient; ≈ 12,4 mm – «yaxın».'.split(
    ' ',
  );

const sentence = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick(WORDS)).join(' ');

const uid = (random: Random): string => `2.25.${1 + random.below(2 ** 31)}${random.below(2 ** 31)}`;

const FDI = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((quadrant) =>
  Array.from({ length: quadrant > 4 ? 5 : 8 }, (_, index) => `${quadrant}${index + 1}`),
);

function generatePicture(random: Random): DicomPicture {
  const isVolume = random.chance(0.3);
  const isStack = !isVolume && random.chance(0.2);
  return {
    studyUid: uid(random),
    seriesUid: uid(random),
    sopClassUid: `1.2.840.10008.5.1.4.1.1.${isVolume ? '2' : isStack ? '7.3' : '1.1'}`,
    sopUid: uid(random),
    modality: isVolume ? 'CT' : 'PX',
    rows: 1_200,
    columns: 2_400,
    frames: isStack ? 5 : 1,
    photometric: random.pick(['MONOCHROME1', 'MONOCHROME2', 'RGB']),
    pixelSpacing: random.chance(0.7) ? [0.1, 0.1] : null,
    rescale: isVolume ? { slope: 1, intercept: -1_000, type: 'HU' } : null,
    frameOfReferenceUid: isVolume ? uid(random) : null,
  };
}

const id = (random: Random): string =>
  `00000000-0000-4000-8000-${String(random.below(10 ** 9)).padStart(12, '0')}`;

/** The ends of its axes: its second one is the longer. */
const ellipse = <Point extends readonly [number, number, ...number[]]>([x, y, ...rest]: Point) =>
  [
    [x - 4, y, ...rest],
    [x + 4, y, ...rest],
    [x, y - 6, ...rest],
    [x, y + 6, ...rest],
  ] as unknown as readonly Point[];

function generateAnnotation(random: Random, picture: DicomPicture | null): AnnotationContent {
  const flat = () => [random.between(0, 2_399), random.between(0, 1_199)] as const;
  const solid = () => [...flat(), random.between(-80, 80)] as const;
  if (picture?.frameOfReferenceUid)
    return random.pick<AnnotationContent>([
      { kind: 'length', points: [solid(), solid()] },
      { kind: 'canal', points: [solid(), solid(), solid()], diameter: 2.4 },
      { kind: 'canal', points: [solid(), solid()], structure: 'sinus-floor' },
      { kind: 'canal', points: [solid(), solid()], structure: 'root', tooth: 35 },
      {
        kind: 'implant',
        position: solid(),
        direction: [0, 0, -1],
        diameter: 4.1,
        length: 10,
        tooth: 36,
      },
      {
        kind: 'implant',
        position: solid(),
        direction: [0, 0, -1],
        diameter: 3.75,
        length: 12,
        system: 'straumann-blx',
      },
      { kind: 'ellipse', points: ellipse(solid()), tooth: 47 },
    ]);
  return random.pick<AnnotationContent>([
    { kind: 'length', points: [flat(), flat()] },
    { kind: 'polyline', points: [flat(), flat(), flat()] },
    { kind: 'angle', points: [flat(), flat(), flat()] },
    { kind: 'arrow', points: [flat(), flat()], tooth: 11 },
    { kind: 'text', points: [flat()] },
    { kind: 'ellipse', points: ellipse(flat()), tooth: 55 },
    { kind: 'profile', points: [flat(), flat()] },
    { kind: 'ceph', points: [flat(), flat()], names: ['S', 'N'] },
  ]);
}

function generateMeasurement(random: Random, pictures: readonly DicomPicture[]): ReportMeasurement {
  const picture = pictures.length > 0 ? random.pick(pictures) : null;
  return {
    id: id(random),
    label: random.chance(0.5) ? sentence(random, 2) : '',
    content: generateAnnotation(random, picture),
    scale: random.pick([
      { kind: 'calibrated', millimetresPerPixel: [0.1, 0.1] },
      { kind: 'detector', millimetresPerPixel: [0.1, 0.12] },
      { kind: 'none', millimetresPerPixel: [1, 1] },
    ] as const),
    picture,
  };
}

function generateKeyImage(
  random: Random,
  pictures: readonly DicomPicture[],
  measurements: readonly ReportMeasurement[],
): ReportKeyImage {
  const picture = pictures.length > 0 ? random.pick(pictures) : null;
  return {
    caption: random.chance(0.8) ? sentence(random, 4) : '',
    view: random.chance(0.8)
      ? {
          window: { centre: random.between(0, 2_000), width: random.between(1, 4_000) },
          isInverse: random.chance(0.3),
          quarterTurns: random.below(4),
          isMirrored: random.chance(0.3),
          ...(random.chance(0.5) && { area: { x: 20, y: 30, width: 400, height: 300 } }),
        }
      : null,
    jpeg: null,
    picture,
    frame: picture && picture.frames > 1 ? 2 : 0,
    annotations: measurements.filter((measurement) => measurement.picture === picture),
  };
}

function generateTeeth(random: Random): SignedReport['content']['teeth'] {
  const teeth = FDI.filter(() => random.chance(0.2));
  return Object.fromEntries(
    teeth.map((tooth) => [
      tooth,
      Array.from({ length: 1 + random.below(2) }, () => {
        const finding = random.pick(findingCodes);
        return {
          finding,
          ...(findings[finding].hasSurfaces && {
            surfaces: toothSurfaces.filter(() => random.chance(0.3)),
          }),
          ...(random.chance(0.3) && { note: sentence(random, 4) }),
        };
      }),
    ]),
  );
}

/** A report with random content, the same for the same seed. */
export function generateReport(seed: number): SignedReport {
  const random = randomFrom(seed);
  const pictures = Array.from({ length: random.below(4) }, () => generatePicture(random));
  const measurements = Array.from({ length: random.below(6) }, () =>
    generateMeasurement(random, pictures),
  );
  const keyImages = Array.from({ length: random.below(4) }, () =>
    generateKeyImage(random, pictures, measurements),
  );
  const signer = { name: 'Leyla Rəhimova', title: 'Həkim-radioloq', licence: 'TH-2041' };
  return {
    id: id(random),
    version: 1 + random.below(40),
    language: random.pick(chosenLanguages),
    content: {
      template: random.pick(reportTemplateNames),
      technique: random.chance(0.6) ? sentence(random, 8) : '',
      teeth: generateTeeth(random),
      findings: reportSections
        .filter(() => random.chance(0.3))
        .map((section) => ({ section, text: sentence(random, 5 + random.below(60)) })),
      measurements: measurements.map((measurement) => measurement.id),
      keyImages: [],
      conclusion: `${sentence(random, 5 + random.below(30))}\n${sentence(random, 6)}`,
      recommendation: random.chance(0.7) ? sentence(random, 12) : '',
    },
    signer,
    signedAt: '2026-11-20T21:04:05.000Z',
    sha256: 'd2'.repeat(32),
    countersigner: random.chance(0.3)
      ? { name: 'Олег Иванов', title: '', licence: '', at: '2026-11-21T06:00:00.000Z' }
      : null,
    withdrawal: random.chance(0.1)
      ? { reason: sentence(random, 5), by: signer.name, at: '2026-11-23T06:00:00.000Z' }
      : null,
    addenda: Array.from({ length: random.below(3) }, (_, index) => ({
      text: sentence(random, 10),
      author: signer,
      at: `2026-11-22T06:0${index}:00.000Z`,
      sha256: `a${index}`.repeat(32),
    })),
    checkUrl: 'https://deqiqdiaqnostika.az/r/8K4M-2Q7T-XWPD',
    letterhead: {
      name: 'Dəqiq Diaqnostika',
      address: 'Təbriz küçəsi 44, Nərimanov rayonu, Bakı AZ1008',
      phone: '+994 12 555 01 20',
      email: 'info@deqiqdiaqnostika.az',
      picture: null,
    },
    patient: {
      code: `P${random.below(10 ** 6)}`,
      idInStudy: `P${random.below(10 ** 6)}`,
      firstName: random.pick(['Nigar', 'Şəhla', 'Ольга']),
      lastName: random.pick(['Əliyeva', 'Hüseynova', 'Кузнецова']),
      fatherName: random.chance(0.5) ? 'Rəşid' : '',
      birthDate: random.chance(0.8) ? '1988-03-14' : null,
      sex: random.pick(['female', 'male', null]),
    },
    checkup: {
      name: 'Panoram rentgen',
      code: `DQ${random.below(10 ** 6)}`,
      date: '2026-11-20',
      studyUid: uid(random),
    },
    referral: random.chance(0.6)
      ? {
          doctor: { firstName: 'Kamran', lastName: 'Məmmədov' },
          question: random.chance(0.8) ? sentence(random, 9) : '',
        }
      : null,
    pictures,
    measurements,
    keyImages,
  };
}
