/** Names of staff for the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const examinations: Readonly<Record<string, string>> = {
  PX: 'Panoram rentgen',
  IO: 'İntraoral rentgen',
  CT: 'KLKT',
  DX: 'Rentgen',
  CR: 'Rentgen',
  RG: 'Rentgen',
  MR: 'MRT',
  US: 'USM',
};

/** Defined terms of Body Part Examined (PS3.16, annex L) that dental devices write. */
const bodyParts: Readonly<Record<string, string>> = {
  JAW: 'çənə',
  MANDIBLE: 'alt çənə',
  MAXILLA: 'üst çənə',
  TEETH: 'dişlər',
  TOOTH: 'diş',
  HEAD: 'baş',
  SKULL: 'kəllə',
  FACE: 'üz',
  TMJ: 'gicgah-çənə oynağı',
  SINUS: 'sinuslar',
  NECK: 'boyun',
  CSPINE: 'boyun fəqərələri',
  HAND: 'əl',
};

/** Pictures that are always of the jaws. */
const ALWAYS_OF_JAWS = ['PX', 'IO'];

/** The name of an examination in Azerbaijani, from modality and body part; '' where the modality is unknown. */
export function findExaminationName(modality: string, bodyPart: string): string {
  const name = Object.hasOwn(examinations, modality) ? examinations[modality] : undefined;
  if (!name) return '';
  const part = Object.hasOwn(bodyParts, bodyPart) ? bodyParts[bodyPart] : undefined;
  return part && !ALWAYS_OF_JAWS.includes(modality) ? `${name}, ${part}` : name;
}

/** The same for a study, from its modalities, which blanks separate: a dose report or a note has no name. */
export const findStudyName = (modalities: string): string =>
  modalities
    .split(' ')
    .map((modality) => findExaminationName(modality, ''))
    .find(Boolean) ?? '';
