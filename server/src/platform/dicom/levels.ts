import { formatTag, Tag } from './tags.ts';
export type Level = 'study' | 'series' | 'instance';

/** Attributes of each level that a search returns where the file has them (PS3.18, tables 10.6.3-3 to 10.6.3-5). */
export const levelTags: Readonly<Record<Level, readonly string[]>> = {
  study: [
    Tag.specificCharacterSet,
    Tag.studyDate,
    Tag.studyTime,
    Tag.accessionNumber,
    Tag.referringPhysicianName,
    Tag.timezoneOffsetFromUtc,
    Tag.studyDescription,
    Tag.patientName,
    Tag.patientId,
    Tag.patientBirthDate,
    Tag.patientSex,
    Tag.studyInstanceUid,
    Tag.studyId,
  ].map(formatTag),
  series: [
    Tag.specificCharacterSet,
    Tag.modality,
    Tag.timezoneOffsetFromUtc,
    Tag.seriesDescription,
    Tag.seriesInstanceUid,
    Tag.seriesNumber,
    Tag.performedProcedureStepStartDate,
    Tag.performedProcedureStepStartTime,
    Tag.requestAttributesSequence,
  ].map(formatTag),
  instance: [
    Tag.specificCharacterSet,
    Tag.sopClassUid,
    Tag.sopInstanceUid,
    Tag.timezoneOffsetFromUtc,
    Tag.instanceNumber,
    Tag.numberOfFrames,
    Tag.rows,
    Tag.columns,
    Tag.bitsAllocated,
  ].map(formatTag),
};
