/** Messages of DICOMweb, which programs show; in English like those of the standard. */
export const dicomwebMessages = {
  notFound: 'No such study, series, instance or frame',
  notAcceptable: 'Not available in an accepted media type and transfer syntax',
  tooMany: 'Too many frames in one request',
  busy: 'Too many requests of this account at the same time',
  tooBroad: 'Name a study or a series: instances are not searched across all of them',
  unknown: 'No such resource',
} as const;

export const DICOMWEB_PATH = '/dicom-web';

export const MAX_REQUESTED_FRAMES = 1_000;
