import * as texts from '@deqiq/messages/examinations/examination-names.js';
import type { ReferredExamination } from '../../referrals/referrals.ts';
import { SHIPMENT_NAME } from '../shipments.ts';

/** Stored and found in Azerbaijani, whatever the language of staff; `translate` is the name for a reader. */
type Name = { readonly stored: string; readonly translate: () => string };

const xray: Name = { stored: 'Rentgen', translate: texts.xray };

const panoramic: Name = { stored: 'Panoram rentgen', translate: texts.panoramic };
const cbct: Name = { stored: 'KLKT', translate: texts.cbct };

/** Names of staff for the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const examinations: Readonly<Record<string, Name>> = {
  PX: panoramic,
  IO: { stored: 'İntraoral rentgen', translate: texts.intraoral },
  CT: cbct,
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

/** Examinations to which partners refer, and the body part. */
const referred: Readonly<
  Record<ReferredExamination, { readonly name: Name; readonly part?: keyof typeof bodyParts }>
> = {
  panoramic: { name: panoramic },
  cbct: { name: cbct },
  cephalometric: {
    name: { stored: 'Sefalometrik rentgen', translate: texts.cephalometric },
  },
  bitewing: { name: { stored: 'Bitewing rentgen', translate: texts.bitewing } },
  periapical: { name: { stored: 'Periapikal rentgen', translate: texts.periapical } },
  tmj: { name: xray, part: 'TMJ' },
  sinus: { name: cbct, part: 'SINUS' },
  photo: { name: { stored: 'Foto', translate: texts.photo } },
  'model-scan': { name: { stored: 'Model skanı', translate: texts.modelScan } },
};

/** The stored name of an examination to which a partner refers. */
export function nameReferredExamination(examination: ReferredExamination): string {
  const { name, part = '' } = referred[examination];
  const bodyPart = bodyParts[part];
  return bodyPart ? `${name.stored}${SEPARATOR}${bodyPart.stored}` : name.stored;
}

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
  const names = [...Object.values(examinations), ...Object.values(referred).map((one) => one.name)];
  const examination = names.find((one) => one.stored === name);
  const bodyPart = Object.values(bodyParts).find((one) => one.stored === part);
  if (!examination) return stored;
  if (part === undefined) return examination.translate();
  return bodyPart ? `${examination.translate()}${SEPARATOR}${bodyPart.translate()}` : stored;
}
