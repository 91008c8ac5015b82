import * as z from 'zod';
import { toIndexId } from '../../../platform/db/report-index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { ImagingService } from '../../imaging/imaging/imaging.service.ts';
import { lockReport } from './documents.repo.ts';

interface Deps {
  readonly imaging: Pick<ImagingService, 'listInstances' | 'indexDocument'>;
  /** The bytes of the instances of a signed report. */
  readonly write: (id: string, signal: AbortSignal) => Promise<readonly { bytes: Buffer }[]>;
}

/** Lists the DICOM instances of a signed report for DICOMweb, which decides who sees them. */
export function indexReportHandler({ imaging, write }: Deps): JobHandler<Record<string, never>> {
  return {
    payload: z.object({}),
    concurrency: 1,
    async run({ subject }, signal) {
      const written = await write(subject, signal).catch((error: unknown) => {
        // The checkup was removed meanwhile.
        if (error instanceof AppError && error.status === 404) return undefined;
        throw error;
      });
      if (!written) return undefined;
      const files = written.map(({ bytes }) => bytes);
      const series = await imaging.listInstances(files, signal);
      return async (tx) => {
        if (await lockReport(tx, subject))
          await imaging.indexDocument(tx, toIndexId(subject), series);
      };
    },
  };
}
