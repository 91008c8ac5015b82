import { constants, inflateRawSync } from 'node:zlib';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { readPatientHead } from '../../dicom/patient.ts';
import { type ArchiveFile, openArchive } from './derive/archive.ts';
import { describe } from './dicom/description.ts';
import { readDicomFile } from './dicom/header.ts';
import { type ByteSource, type Input, withSource } from './input.ts';

/** Different patients that are read from one archive. */
const MAX_PATIENTS = 20;

/** Bytes of an entry that are read; patient elements are near the beginning. */
const HEAD = 64 * 1024;

/** Bytes of an inflated head. */
const MAX_INFLATED = 32 * 1024 * 1024;

/** The different patients that the DICOM files of an upload name; [] where there are none. */
export const readPatients = (
  type: 'dicom' | 'archive',
  input: Input,
): Promise<readonly DescribedPatient[]> =>
  withSource(input, async (source) => {
    if (type === 'dicom') return [readPatient(source)].flatMap((found) => found ?? []);
    const { files } = await openArchive(source);
    const patients = new Map<string, DescribedPatient>();
    for (const file of files) {
      const patient = readQuietly(source, file);
      if (patient) patients.set(JSON.stringify(patient), patient);
      if (patients.size === MAX_PATIENTS) break;
    }
    return [...patients.values()];
  });

function readPatient(source: ByteSource): DescribedPatient | undefined {
  const file = readDicomFile(source);
  if (!file) return undefined;
  const { patientName, birthDate, sex, patientId } = describe(file.data);
  return { patientName, birthDate, sex, patientId };
}

/** undefined where the bytes are no DICOM file. */
function readQuietly(source: ByteSource, file: ArchiveFile): DescribedPatient | undefined {
  try {
    return readPatientHead(readHead(source, file)) ?? readPatient(file.open());
  } catch {
    return undefined;
  }
}

/** The first bytes of an entry, without inflating all of it. */
function readHead(source: ByteSource, { location }: ArchiveFile): Buffer {
  const packed = source.read(location.offset, Math.min(HEAD, location.length));
  if (!location.isDeflated) return packed;
  return inflateRawSync(packed, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_INFLATED,
  });
}
