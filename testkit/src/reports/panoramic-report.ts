import type {
  DicomPicture,
  SignedReport,
} from '../../../server/src/features/reports/outputs/signed-report.ts';
import { generateReport } from './generated-report.ts';

const PANORAMIC: DicomPicture = {
  studyUid: '2.25.2000',
  seriesUid: '2.25.2001',
  sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1',
  sopUid: '2.25.2002',
  modality: 'PX',
  rows: 1_200,
  columns: 2_400,
  frames: 1,
  photometric: 'MONOCHROME2',
  pixelSpacing: [0.1, 0.1],
  rescale: null,
  frameOfReferenceUid: null,
};

/** A report of a panoramic as a radiologist writes it, with one key image of the given bytes. */
export function panoramicReport(jpeg: Uint8Array | null = null): SignedReport {
  const scale = { kind: 'detector', millimetresPerPixel: [0.1, 0.1] } as const;
  const measurements: SignedReport['measurements'] = [
    {
      id: '00000000-0000-4000-8000-000000000001',
      label: '38',
      content: {
        kind: 'angle',
        points: [
          [1_600, 700],
          [1_700, 760],
          [1_820, 700],
        ],
      },
      scale,
      picture: PANORAMIC,
    },
    {
      id: '00000000-0000-4000-8000-000000000002',
      label: '36, lezyon',
      content: {
        kind: 'length',
        points: [
          [1_500, 800],
          [1_543, 821],
        ],
      },
      scale,
      picture: PANORAMIC,
    },
  ];
  return {
    ...generateReport(1),
    id: '019a7f4e-2b1c-7d00-8000-5f1c2ab34d01',
    version: 14,
    language: 'az',
    content: {
      template: 'panoramic',
      technique: 'Rəqəmsal panoram rentgen, 66 kV, 8 mA, 14 s. Şəkil diaqnostik keyfiyyətdədir.',
      teeth: {
        16: [{ finding: 'filling', surfaces: ['occlusal', 'mesial'] }],
        17: [{ finding: 'caries', surfaces: ['distal'], note: 'dentinin orta üçdə birinə qədər' }],
        18: [{ finding: 'missing' }],
        26: [
          { finding: 'root-canal-filling' },
          { finding: 'crown' },
          { finding: 'sinus-contact', note: 'damaq kökü' },
        ],
        28: [{ finding: 'missing' }],
        36: [
          { finding: 'short-root-canal-filling', note: 'mezial kök, zirvədən təxminən 3 mm' },
          { finding: 'periapical-lesion', note: 'aydın konturlu, kortikal lövhə qorunub' },
        ],
        38: [
          { finding: 'impacted', note: 'mezioanqulyar' },
          { finding: 'mandibular-canal-contact' },
        ],
        46: [{ finding: 'implant' }, { finding: 'crown' }],
        48: [{ finding: 'missing' }],
      },
      findings: [
        {
          section: 'periodontium',
          text: 'Alveolyar sümüyün yüngül üfüqi itkisi, əsasən alt kəsici dişlər nahiyəsində (kök uzunluğunun 20 %-nə qədər). Daş çöküntüsü görünmür.',
        },
        {
          section: 'sinuses',
          text: 'Üst çənə sinuslarının pnevmatizasiyası adidir, selikli qişanın qalınlaşması görünmür.',
        },
        {
          section: 'tmj',
          text: 'Oynaq başları simmetrikdir, konturları hamardır. Panoram rentgen oynağın yumşaq toxumalarını göstərmir.',
        },
      ],
      measurements: measurements.map(({ id }) => id),
      keyImages: [],
      conclusion:
        '36: xroniki periapikal lezyon, mezial kökün kanalı qısa doldurulub.\n17: distal karies, pulpa ilə əlaqə görünmür.\n38: mezioanqulyar impaksiya, köklər alt çənə kanalına proyeksiya olunur.',
      recommendation:
        '36: endodontik yenidən müalicənin planlaşdırılması. 38: çıxarılma planlaşdırılırsa, kanalla münasibəti dəqiqləşdirmək üçün məhdud sahəli KLKT.',
    },
    signer: { name: 'Dr. Leyla Rəhimova', title: 'Həkim-radioloq', licence: 'TH-2041' },
    signedAt: '2026-11-20T11:42:00.000Z',
    sha256: '7c1f0e5b2d9a4f63b8e70c4d15a92e6fd03b7a8c41f6e2590d8b3c7a6e14f052',
    countersigner: null,
    withdrawal: null,
    addenda: [],
    patient: {
      code: 'P7K4M2',
      idInStudy: 'P7K4M2',
      firstName: 'Günay',
      lastName: 'Əliyeva',
      fatherName: 'Rəşid qızı',
      birthDate: '1988-03-14',
      sex: 'female',
    },
    checkup: {
      name: 'Panoram rentgen',
      code: 'DQ-8K4M2Q',
      date: '2026-11-20',
      studyUid: '2.25.2000',
    },
    referral: {
      doctor: { firstName: 'Kamran', lastName: 'Məmmədov' },
      question: '36 ağrıyır, kanal müalicəsi iki il əvvəl olub. 38 çıxarılmalıdırmı?',
    },
    pictures: [PANORAMIC],
    measurements,
    keyImages: [
      {
        caption: '36 və 38: periapikal lezyon və impaksiya',
        view: { window: { centre: 2_048, width: 4_096 } },
        jpeg,
        picture: PANORAMIC,
        frame: 0,
        annotations: measurements,
      },
    ],
  };
}
