export const DICOMWEB_PATH = '/dicom-web';

export const MAX_REQUESTED_FRAMES = 1_000;
