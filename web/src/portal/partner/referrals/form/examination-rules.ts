import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import type { Purpose, Region } from '../../../referrals/referral-names.ts';

/** The usual first examination for a purpose. */
export const proposedExaminations: Readonly<Record<Purpose, ReferredExamination>> = {
  implant: 'cbct',
  endodontics: 'periapical',
  orthodontics: 'cephalometric',
  surgery: 'panoramic',
  periodontology: 'panoramic',
  caries: 'bitewing',
  tmj: 'tmj',
  pathology: 'cbct',
  'follow-up': 'panoramic',
  other: 'panoramic',
};

const regions: Readonly<Partial<Record<ReferredExamination, readonly Region[]>>> = {
  cbct: ['upper-jaw', 'lower-jaw', 'both-jaws'],
  tmj: ['left-tmj', 'right-tmj', 'both-tmj'],
  sinus: ['sinuses', 'upper-jaw'],
};

/** Regions to select from; none for an examination that always shows the same. */
export const listRegions = (examination: ReferredExamination | ''): readonly Region[] =>
  (examination && regions[examination]) || [];

/** Whether single teeth may be named. */
export const hasTeeth = (examination: ReferredExamination | ''): boolean =>
  !['', 'tmj', 'sinus', 'cephalometric'].includes(examination);

/** Whether rays are used, which a pregnancy matters for. */
export const usesRays = (examination: ReferredExamination | ''): boolean =>
  !['', 'photo', 'model-scan'].includes(examination);
