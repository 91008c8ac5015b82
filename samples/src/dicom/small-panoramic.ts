import { dicomFile } from './file.ts';

/** A panoramic whose pixels are 0.1 mm at the detector. */
export const smallPanoramic = (): Buffer =>
  dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    width: 600,
    height: 300,
    frames: [Uint16Array.from({ length: 600 * 300 }, (_, at) => at % 600)],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
    patient: {
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      id: '1',
      birthDate: '1990-01-05',
      sex: 'F',
    },
  });
