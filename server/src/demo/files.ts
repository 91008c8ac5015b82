import { foldText } from '@deqiq/contract/text.ts';
import type { SampleCheckup } from './checkups.ts';
import { dicomFile } from './dicom/file.ts';
import type { Library } from './library.ts';
import { asPicture } from './radiograph/picture.ts';
import { reportText } from './report.ts';

export interface SampleFile {
  name: string;
  bytes: Buffer;
}

/** mm per pixel of a 1600 pixel panoramic, and of a small sensor at 20 pixels per mm. */
const PANORAMIC_SPACING = 0.155;
const SENSOR_SPACING = 0.05;

/** What one visit leaves: pictures, the scanner's DICOM, a report. `withScan` adds the large multi-frame file. */
export async function filesOf(
  checkup: SampleCheckup,
  library: Library,
  withScan: boolean,
): Promise<SampleFile[]> {
  const { examination, patient } = checkup;
  const base = `${foldText(patient.lastName)}-${checkup.day}`;
  const files: SampleFile[] = [];
  if (examination.startsWith('cbct')) {
    files.push({ name: `${base}-kesikler.webp`, bytes: await library.cuts(checkup.seed) });
    if (withScan) files.push({ name: `${checkup.name}.dcm`, bytes: scanFile(checkup, library) });
  } else {
    const radiograph = library.radiograph(examination, checkup.name, checkup.seed);
    const picture = asPicture(radiograph);
    files.push(
      examination === 'panoramic' && checkup.seed % 3 > 0
        ? {
            name: `${base}-panoram.webp`,
            bytes: await picture.webp({ quality: 88, effort: 2 }).toBuffer(),
          }
        : { name: `${base}.png`, bytes: await picture.png({ compressionLevel: 3 }).toBuffer() },
    );
    if (checkup.hasDicom) {
      const spacing = examination === 'panoramic' ? PANORAMIC_SPACING : SENSOR_SPACING;
      const bytes = dicomFile({
        ...visitOf(checkup),
        modality: examination === 'panoramic' ? 'PX' : 'IO',
        ...radiograph,
        frames: [radiograph.grey],
        spacing: [spacing, spacing],
      });
      files.push({ name: `${base}.dcm`, bytes });
    }
  }
  if (checkup.hasReport)
    files.push({ name: 'Həkim rəyi.txt', bytes: Buffer.from(reportText(checkup)) });
  return files;
}

function scanFile(checkup: SampleCheckup, library: Library): Buffer {
  const scan = library.frames();
  return dicomFile({
    ...visitOf(checkup),
    modality: 'CT',
    width: scan.width,
    height: scan.height,
    frames: scan.frames,
    spacing: [scan.spacing, scan.spacing],
    sliceSpacing: scan.sliceSpacing,
  });
}

function visitOf(checkup: SampleCheckup) {
  return {
    patient: checkup.patient,
    date: checkup.day,
    time: '10:30:00',
    description: checkup.name,
    institution: 'Dəqiq Diaqnostika',
  };
}
