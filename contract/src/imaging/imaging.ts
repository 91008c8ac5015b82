import * as z from 'zod';
import { imagingKinds, imagingSummary } from '../shared/imaging/derivatives.ts';

export const imagingStates = ['pending', 'ready', 'unsupported', 'failed'] as const;
export type ImagingState = (typeof imagingStates)[number];

export const imagingFailures = ['damaged', 'too-large', 'crashed'] as const;
export type ImagingFailure = (typeof imagingFailures)[number];

export const imagingMessages = {
  admin: {
    pending: 'Emal olunur',
    failed: {
      damaged: 'Fayl zədələnib və ya tam deyil, ona görə şəkli göstərmək mümkün olmadı',
      'too-large': 'Fayl göstərmək üçün həddən artıq böyükdür',
      crashed: 'Fayl emal olunarkən xəta baş verdi',
    },
    unsupported: 'Bu faylın önbaxışı yoxdur',
    hasFailed: 'Önbaxış alınmadı',
    retry: 'Yenidən emal et',
    retried: 'Fayl yenidən emal olunur',
    retriedRecently: 'Bu fayl çox böyükdür: saatda bir dəfə yenidən emal etmək olar',
    notFound: 'Fayl tapılmadı',
    otherPatient: 'Faylda:',
    inExamination: 'Müayinədə:',
    isOtherPatient: 'Faylda başqa pasiyent var',
    isHeldBack: 'Faylda başqa pasiyent var. Təsdiq edilənə qədər həkim bu faylı görmür.',
    female: 'qadın',
    male: 'kişi',
    /** Followed by the birth date in a file. */
    otherBirthDate: 'Doğum tarixləri fərqlidir. Faylda:',
    issues: {
      'uneven-gaps': 'Qatların arası bərabər deyil',
      'missing-slices': 'Bəzi qatlar çatışmır',
      'duplicate-slices': 'Bəzi qatlar təkrarlanır',
      'mixed-orientations': 'Qatların istiqaməti fərqlidir',
      'gantry-tilt': 'Qatlar maili çəkilib',
      'mixed-sizes': 'Qatların ölçüsü fərqlidir',
      'no-positions': 'Qatların yeri faylda yazılmayıb',
      incomplete: 'Faylın bir hissəsi oxunmadı',
      'several-patients': 'Faylda birdən çox pasiyent var',
    },
    /** Follows the number. */
    skipped: 'fayl şəkil kimi göstərilmir',
  },
  /** Follow a number. */
  pictures: 'şəkil',
  filled: 'qat çatışmır, qonşu qatlardan hesablanıb',
  straightened: 'Qatlar maili çəkilib, həcm düzəldilib',
  /** Precedes the reason, one of `admin.issues`. */
  noVolume: 'Həcm kimi göstərilmir:',
  partner: {
    otherPatient: 'Faylda:',
    pending: 'Şəkil hazırlanır',
    failed: 'Önbaxış hazırlana bilmədi. Faylı yükləyə bilərsiniz',
    unsupported: 'Bu faylın önbaxışı yoxdur',
  },
} as const;

export const imaging = imagingSummary.extend({
  state: z.enum(imagingStates),
  kind: z.enum(imagingKinds).optional(),
  /** Prefix of the links to derived objects; a name of `derivedNames` follows. Ends with the session. */
  url: z.string().optional(),
  /** Staff only: why it failed. */
  failure: z.enum(imagingFailures).optional(),
  /**
   * different: the patient in the file contradicts the examination; only staff see the file. confirmed: staff have seen
   * both names and have it shown to the partner, who sees the next three fields, too.
   */
  patientCheck: z.enum(['different', 'confirmed']).optional(),
  /** The patient's name in the file, where there is a check, or where it cannot be the one that staff typed. */
  otherPatient: z.string().optional(),
  /** YYYY-MM-DD, where the patient is another one, or where files of the checkup have different birth dates. */
  birthDate: z.string().optional(),
  /** The sex in the file, where there is a check. */
  sex: z.enum(['F', 'M']).optional(),
});
export type Imaging = z.output<typeof imaging>;

export const imagingRetried = z.object({ message: z.string() });
