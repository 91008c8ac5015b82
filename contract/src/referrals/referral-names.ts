import * as texts from '@deqiq/messages/office/referral-words.js';
import type { ReferredExamination } from './referrals.ts';

/** The name of an examination for staff. */
export const examinationTexts: Readonly<Record<ReferredExamination, () => string>> = {
  panoramic: texts.panoramic,
  cbct: texts.cbct,
  cephalometric: texts.cephalometric,
  bitewing: texts.bitewing,
  periapical: texts.periapical,
  tmj: texts.jawJoint,
  sinus: texts.sinusCbct,
  photo: texts.photo,
  'model-scan': texts.modelScan,
};
