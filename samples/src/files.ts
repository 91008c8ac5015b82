import { foldText } from '@deqiq/contract/shared/text.ts';
import { dicomFile } from './dicom/file.ts';
import type { Library } from './library.ts';
import { asPicture } from './radiograph/picture.ts';
import type { SampleCheckup } from './sample-data/checkups.ts';
import { reportText } from './sample-data/report.ts';

export interface SampleFile {
  name: string;
  bytes: Buffer;
}

/** The files of one visit: pictures, the scanner's DICOM, a report. `withScan` adds the large multi-frame file. */
export async function listFiles(
  checkup: SampleCheckup,
  library: Library,
  withScan: boolean,
): Promise<SampleFile[]> {
  const { examination, patient } = checkup;
  const base = `${foldText(patient.lastName)}-${checkup.day}`;
  const files: SampleFile[] = [];
  if (examination.startsWith('cbct')) {
    files.push({
      name: `${base}-kesikler.webp`,
      bytes: await library.cuts(examination, checkup.seed),
    });
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
      const spacing =
        examination === 'panoramic' ? library.panoramicSpacing : library.sensorSpacing;
      const bytes = dicomFile({
        ...toVisit(checkup),
        modality: examination === 'panoramic' ? 'PX' : 'IO',
        ...radiograph,
        frames: [radiograph.grey],
        spacing: [spacing, spacing],
        teeth: listTeeth(checkup),
      });
      files.push({ name: `${base}.dcm`, bytes });
    }
  }
  if (checkup.hasReport)
    files.push({ name: 'Həkim rəyi.txt', bytes: Buffer.from(reportText(checkup)) });
  return files;
}

/** The FDI numbers of an intra-oral examination. */
function listTeeth({ name }: SampleCheckup): number[] {
  const named = /\d\d/.exec(name)?.[0];
  if (named) return [Number(named)];
  return name.endsWith('sol') ? [25, 26, 35, 36] : [15, 16, 45, 46];
}

function scanFile(checkup: SampleCheckup, library: Library): Buffer {
  const scan = library.frames();
  return dicomFile({
    ...toVisit(checkup),
    modality: 'CT',
    width: scan.side,
    height: scan.side,
    frames: scan.frames,
    spacing: [scan.spacing, scan.spacing],
    sliceSpacing: scan.sliceSpacing,
  });
}

function toVisit(checkup: SampleCheckup) {
  return {
    patient: checkup.patient,
    date: checkup.day,
    time: '10:30:00',
    description: checkup.name,
    institution: 'Dəqiq Diaqnostika',
  };
}
