import { checkupsService } from '../features/examinations/checkups/checkups.service.ts';
import { deletionsService } from '../features/examinations/checkups/deletions/deletions.service.ts';
import { sharesService } from '../features/examinations/shares/shares.service.ts';
import { visitsService } from '../features/examinations/shares/visits.service.ts';
import { annotationsService } from '../features/imaging/annotations/annotations.service.ts';
import { filesService } from '../features/imaging/files/files.service.ts';
import { imagingService } from '../features/imaging/imaging/imaging.service.ts';
import { picturesService } from '../features/imaging/pictures/pictures.service.ts';
import { uploadsService } from '../features/imaging/uploads/uploads.service.ts';
import { devicesService } from '../features/machines/devices/devices.service.ts';
import { decodingService } from '../features/machines/dicomweb/retrieve/decoding.service.ts';
import { retrieveService } from '../features/machines/dicomweb/retrieve/retrieve.service.ts';
import { searchService } from '../features/machines/dicomweb/search/search.service.ts';
import { viewerLinksService } from '../features/machines/dicomweb/viewer-links/viewer-links.service.ts';
import { intakeService } from '../features/machines/intake/intake.service.ts';
import { reclaimInstances } from '../features/machines/intake/restored.service.ts';
import { stowService } from '../features/machines/intake/stow/stow.service.ts';
import { performedStepsService } from '../features/machines/performed-steps/performed-steps.service.ts';
import { worklistService } from '../features/machines/worklist/worklist.service.ts';
import { diskService } from '../features/operations/health/disk.service.ts';
import { appointmentTimesService } from '../features/referrals/appointment-times/appointment-times.service.ts';
import { depositsService } from '../features/referrals/deposits/deposits.service.ts';
import { openingHoursService } from '../features/referrals/opening-hours/opening-hours.service.ts';
import { referralMovesService } from '../features/referrals/referrals/referral-moves.service.ts';
import { waitingListService } from '../features/referrals/waiting-list/waiting-list.service.ts';
import { diagnosticReportsService } from '../features/reports/diagnostic-reports/diagnostic-reports.service.ts';
import { reportKeysService } from '../features/reports/diagnostic-reports/signing/report-keys.service.ts';
import { letterheadFinder } from '../features/reports/documents/letterhead.ts';
import { reportDocumentsService } from '../features/reports/documents/report-documents.service.ts';
import { questionsService } from '../features/reports/questions/questions.service.ts';
import { readingService } from '../features/reports/reading/reading.service.ts';
import { reportMacrosService } from '../features/reports/report-macros/report-macros.service.ts';
import { rateLimiter } from '../platform/limits/rate-limiter.ts';
import { mediaService } from '../platform/media/media.service.ts';
import { openSeal } from '../platform/seal/seal.ts';
import type { Core } from './core.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';

/** Openings of shares from one address; wrong PINs are counted per share, too. */
const OPENING_LIMITS = [{ name: 'openings of shares', max: 60, window: 60_000 }];

export type Examinations = ReturnType<typeof createExaminations>;

/** Examinations and their files, from the upload or the X-ray machine to the viewer and the share. */
export function createExaminations(core: Core, people: People, messages: Notifications) {
  const { config, db, versions, storage, secret, jobs, audit, now, log, isLimited } = core;
  const { sessions, partners, tokens, proof } = people;
  const { notifications, results } = messages;
  const media = mediaService({ db, pool: core.decoders, log, now });
  const imaging = imagingService({ db, storage, jobs, pool: core.derivers, audit, now });
  const uploads = uploadsService({ db, storage, media, imaging, now });
  const openings = rateLimiter({ ...isLimited, per: OPENING_LIMITS });
  const visits = visitsService({ db, audit, limits: openings, notifications, now });
  const pictures = picturesService({ db, storage, media, now });
  const files = filesService({ db, storage, media, imaging, sessions, visits, audit, secret, now });
  const disk = diskService({ space: () => storage.space(), now });
  const { autoAssign, intakeKey } = config;
  const machines = devicesService({ db, versions, audit, secret, intakeKey, now });
  const hours = openingHoursService({ db, versions, devices: machines, audit });
  const { patientMessages } = messages;
  const waitingList = waitingListService({ db, jobs, hours, messages: patientMessages, now });
  const deposits = depositsService({
    db,
    jobs,
    page: core.paymentPage,
    messages: patientMessages,
    now,
  });
  const times = appointmentTimesService({
    db,
    jobs,
    messages: patientMessages,
    waiting: waitingList,
    deposits,
    isLimited: config.rateLimits,
    now,
  });
  const moves = referralMovesService({ db, times, notifications, audit, now });
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
    proof,
    audit,
    now,
  });
  const decoding = decodingService({ storage, pool: core.decoders });
  const reportDocuments = reportDocumentsService({
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
  });
  const questions = questionsService({
    db,
    versions,
    moves,
    notifications,
    pictures,
    files,
    imaging,
    audit,
    now,
  });
  const checkups = checkupsService({
    db,
    versions,
    partners,
    uploads,
    imaging,
    results,
    notifications,
    referrals: moves,
    files,
    disk,
    audit,
    now,
  });
  const deletions = deletionsService({
    db,
    versions,
    results,
    referrals: moves,
    audit,
    now,
    isLimited: config.rateLimits,
    forget: async (tx, checkupId) => {
      await reports.removeOfCheckup(tx, checkupId);
      await questions.removeOfCheckup(tx, checkupId);
    },
    reclaim: (tx, restored) => reclaimInstances({ jobs, now }, tx, restored),
  });
  return {
    media,
    pictures,
    imaging,
    uploads,
    visits,
    files,
    checkups,
    deletions,
    moves,
    times,
    deposits,
    hours,
    waitingList,
    machines,
    reports,
    reportKeys,
    reportDocuments,
    questions,
    reading,
    reportMacros: reportMacrosService({ db, audit }),
    shares: sharesService({ db, versions, checkups, reports, audit, now }),
    annotations: annotationsService({ db, versions, checkups, audit, now }),
    intake: intakeService({
      db,
      versions,
      storage,
      jobs,
      pool: core.derivers,
      imaging,
      files,
      checkups,
      deletions,
      audit,
      now,
      autoAssign,
    }),
    stow: stowService({ db, storage, jobs, checkups, devices: machines, audit, now }),
    worklist: worklistService({ db, now }),
    performedSteps: performedStepsService({ db, moves, now }),
    viewerLinks: viewerLinksService({
      db,
      audit,
      tokens,
      ohifUrl: config.ohifUrl,
      hasWeasis: config.hasWeasisLinks,
    }),
    dicomweb: {
      search: searchService({ db }),
      retrieve: retrieveService({
        db,
        storage,
        files,
        results,
        reports: reportDocuments,
        decoding,
      }),
    },
  };
}
