import { buildJaw } from '../jaw/jaw.ts';
import { renderPanoramic } from '../radiograph/panoramic.ts';
import { dicomFile } from './file.ts';

/** A panoramic of a computed jaw, so many pixels wide, whose pixels are so many millimetres at the detector. */
export function computedPanoramic(columns: number, millimetres: number): Buffer {
  const { width, height, grey } = renderPanoramic(buildJaw(1), columns);
  return dicomFile({
    modality: 'PX',
    patient: {
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      id: 'P-1',
      birthDate: '1990-05-17',
      sex: 'F',
    },
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram rentgen',
    institution: 'Dəqiq Diaqnostika',
    width,
    height,
    frames: [grey],
    spacing: [millimetres, millimetres],
  });
}
