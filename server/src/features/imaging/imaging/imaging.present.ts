import type { Imaging, ImagingFailure } from '@deqiq/contract/imaging/imaging.ts';
import { type ImagingSummary, imagingSummary } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { isSex } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { isSamePerson, type TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import type { PatientCheck } from '../../../platform/db/tables/checkups.ts';
import { growingCache } from '../../../platform/limits/growing-cache.ts';
import type * as repo from './imaging.repo.ts';

export interface ListedFile extends repo.ListedImaging {
  readonly id: string;
  /** Absent where the file is in no examination yet. */
  readonly patient_check?: PatientCheck;
}

/** For whom a file is presented; undefined: for the visitor of a share. */
export type ReaderKind = 'staff' | 'partner' | undefined;

interface Presentation {
  readonly url: () => string;
  readonly reader?: ReaderKind;
  /** Only for staff. */
  readonly expected?: ExpectedPatient | undefined;
}

/** Whom staff expect in the files of a checkup. */
export interface ExpectedPatient extends TypedName {
  readonly hasSeveralBirthDates: boolean;
}

export function haveSeveralBirthDates(files: readonly ListedFile[]): boolean {
  const first = files.find((file) => file.birth_date !== '')?.birth_date;
  return files.some((file) => file.birth_date !== '' && file.birth_date !== first);
}

/** Parsed summaries and compared names; polled lists repeat them. */
const CACHE_SIZE = 5_000;

export function imagingPresenter() {
  const summaries = growingCache<ImagingSummary>(CACHE_SIZE);
  const comparisons = growingCache<boolean>(CACHE_SIZE);

  function parseSummary(text: string): ImagingSummary {
    const cached = summaries.get(text);
    if (cached) return cached;
    const summary = imagingSummary.parse(JSON.parse(text));
    summaries.set(text, summary);
    return summary;
  }

  function isOtherPatient(typed: TypedName, name: string): boolean {
    const key = `${typed.firstName}\n${typed.lastName}\n${name}`;
    const isOther = comparisons.get(key) ?? isSamePerson(typed, name) === false;
    comparisons.set(key, isOther);
    return isOther;
  }

  /** Staff read every doubt, the partner those that staff have confirmed, the visitor of a share none. */
  function presentPatient(
    { patient_check: check = '', patient_name: name, birth_date: birthDate, sex }: ListedFile,
    { reader, expected }: Omit<Presentation, 'url'>,
  ): Pick<Imaging, 'patientCheck' | 'otherPatient' | 'birthDate' | 'sex'> {
    if (check !== '' && (reader === 'staff' || (reader === 'partner' && check === 'confirmed')))
      return {
        patientCheck: check,
        otherPatient: name,
        ...(birthDate !== '' && { birthDate }),
        ...(isSex(sex) && { sex: sex as 'F' | 'M' }),
      };
    const isOther = expected && name !== '' && isOtherPatient(expected, name);
    const isDateShown = birthDate !== '' && (isOther || expected?.hasSeveralBirthDates);
    return { ...(isOther && { otherPatient: name }), ...(isDateShown && { birthDate }) };
  }

  return {
    parseSummary,

    /** Presents the pictures of a file in a list. `url`: prefix of the links to derived objects. */
    present(file: ListedFile, { url, reader, expected }: Presentation): Imaging {
      const { state, imaging_kind: kind, generation, summary, failure } = file;
      return {
        state,
        ...(kind && { kind }),
        ...parseSummary(summary),
        ...(generation && { url: url() }),
        ...(failure && { failure: failure as ImagingFailure }),
        ...presentPatient(file, { reader, expected }),
      };
    },
  };
}
