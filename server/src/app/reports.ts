import { diagnosticReportsService } from '../features/reports/diagnostic-reports/diagnostic-reports.service.ts';
import { reportKeysService } from '../features/reports/diagnostic-reports/signing/report-keys.service.ts';
import { letterheadFinder } from '../features/reports/documents/letterhead.ts';
import { reportDocumentsService } from '../features/reports/documents/report-documents.service.ts';
import { questionsService } from '../features/reports/questions/questions.service.ts';
import { readingService } from '../features/reports/reading/reading.service.ts';
import { reportMacrosService } from '../features/reports/report-macros/report-macros.service.ts';
import { openSeal } from '../platform/seal/seal.ts';
import type { Core } from './core.ts';
import type { Imaging } from './imaging.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';
import type { Appointments } from './referrals.ts';

export type Reports = ReturnType<typeof createReports>;

/** Reports of radiologists about examinations: reading, signing, documents and questions to colleagues. */
export function createReports(
  core: Core,
  people: People,
  messages: Notifications,
  images: Imaging,
  appointments: Appointments,
) {
  const { config, db, versions, storage, jobs, audit, now } = core;
  const { notifications } = messages;
  const { pictures, files, imaging, decoding } = images;
  const { moves } = appointments;
  const reportKeys = reportKeysService({ db, dataDir: config.dataDir, now });
  const reading = readingService({ db, versions, moves, audit, now });
  const reports = diagnosticReportsService({
    db,
    jobs,
    versions,
    keys: reportKeys,
    moves,
    reading,
    notifications,
    proof: people.proof,
    audit,
    now,
  });
  return {
    reports,
    reportKeys,
    reading,
    reportDocuments: reportDocumentsService({
      db,
      storage,
      jobs,
      imaging,
      decoding,
      reports,
      audit,
      seal: config.seal && openSeal(config.seal),
      findLetterhead: letterheadFinder(pictures),
      siteUrl: core.siteUrl,
      now,
    }),
    questions: questionsService({
      db,
      versions,
      moves,
      notifications,
      pictures,
      files,
      imaging,
      audit,
      now,
    }),
    reportMacros: reportMacrosService({ db, audit }),
  };
}
