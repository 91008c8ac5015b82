import * as texts from '@deqiq/messages/examinations/examination-names.js';
import { SHIPMENT_NAME } from '../shipments.ts';

/** Stored and found in Azerbaijani, whatever the language of staff; `translate` is the name for a reader. */
type Name = { readonly stored: string; readonly translate: () => string };

const xray: Name = { stored: 'Rentgen', translate: texts.xray };

/** Names of staff for the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const examinations: Readonly<Record<string, Name>> = {
  PX: { stored: 'Panoram rentgen', translate: texts.panoramic },
  IO: { stored: 'İntraoral rentgen', translate: texts.intraoral },
  CT: { stored: 'KLKT', translate: texts.cbct },
  DX: xray,
  CR: xray,
  RG: xray,
  MR: { stored: 'MRT', translate: texts.mri },
  US: { stored: 'USM', translate: texts.ultrasound },
};

/** Defined terms of Body Part Examined (PS3.16, annex L) that dental devices write. */
const bodyParts: Readonly<Record<string, Name>> = {
  JAW: { stored: 'çənə', translate: texts.jaw },
  MANDIBLE: { stored: 'alt çənə', translate: texts.mandible },
  MAXILLA: { stored: 'üst çənə', translate: texts.maxilla },
  TEETH: { stored: 'dişlər', translate: texts.teeth },
  TOOTH: { stored: 'diş', translate: texts.tooth },
  HEAD: { stored: 'baş', translate: texts.head },
  SKULL: { stored: 'kəllə', translate: texts.skull },
  FACE: { stored: 'üz', translate: texts.face },
  TMJ: { stored: 'gicgah-çənə oynağı', translate: texts.jawJoint },
  SINUS: { stored: 'sinuslar', translate: texts.sinuses },
  NECK: { stored: 'boyun', translate: texts.neck },
  CSPINE: { stored: 'boyun fəqərələri', translate: texts.neckSpine },
  HAND: { stored: 'əl', translate: texts.hand },
};

/** Pictures that are always of the jaws. */
const ALWAYS_OF_JAWS = ['PX', 'IO'];

/** Between an examination and its body part. */
const SEPARATOR = ', ';

/** The name of an examination as it is stored, from modality and body part; '' where the modality is unknown. */
export function findExaminationName(modality: string, bodyPart: string): string {
  const name = Object.hasOwn(examinations, modality) ? examinations[modality] : undefined;
  if (!name) return '';
  const part = Object.hasOwn(bodyParts, bodyPart) ? bodyParts[bodyPart] : undefined;
  return part && !ALWAYS_OF_JAWS.includes(modality)
    ? `${name.stored}${SEPARATOR}${part.stored}`
    : name.stored;
}

/** The same for a study, from its modalities, which blanks separate: a dose report or a note has no name. */
export const findStudyName = (modalities: string): string =>
  modalities
    .split(' ')
    .map((modality) => findExaminationName(modality, ''))
    .find(Boolean) ?? '';

/** A stored name in the language of the reader. A name that staff have typed stays as it is. */
export function translateExaminationName(stored: string): string {
  if (stored === SHIPMENT_NAME) return texts.shipment();
  const [name = '', part] = stored.split(SEPARATOR);
  const examination = Object.values(examinations).find((one) => one.stored === name);
  const bodyPart = Object.values(bodyParts).find((one) => one.stored === part);
  if (!examination) return stored;
  if (part === undefined) return examination.translate();
  return bodyPart ? `${examination.translate()}${SEPARATOR}${bodyPart.translate()}` : stored;
}
