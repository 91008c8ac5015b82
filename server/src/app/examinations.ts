import { checkupsService } from '../features/examinations/checkups/checkups.service.ts';
import { deletionsService } from '../features/examinations/checkups/deletions/deletions.service.ts';
import { sharesService } from '../features/examinations/shares/shares.service.ts';
import { annotationsService } from '../features/imaging/annotations/annotations.service.ts';
import { retrieveService } from '../features/machines/dicomweb/retrieve/retrieve.service.ts';
import { searchService } from '../features/machines/dicomweb/search/search.service.ts';
import { viewerLinksService } from '../features/machines/dicomweb/viewer-links/viewer-links.service.ts';
import { intakeService } from '../features/machines/intake/intake.service.ts';
import { reclaimInstances } from '../features/machines/intake/restored.service.ts';
import { stowService } from '../features/machines/intake/stow/stow.service.ts';
import { performedStepsService } from '../features/machines/performed-steps/performed-steps.service.ts';
import { worklistService } from '../features/machines/worklist/worklist.service.ts';
import { diskService } from '../features/operations/health/disk.service.ts';
import type { Core } from './core.ts';
import type { Imaging } from './imaging.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';
import type { Appointments } from './referrals.ts';
import type { Reports } from './reports.ts';

export type Examinations = ReturnType<typeof createExaminations>;

/** Examinations, what is drawn on their pictures, and their shares. */
export function createExaminations(
  core: Core,
  people: People,
  messages: Notifications,
  images: Imaging,
  { moves }: Appointments,
  { reports, questions }: Reports,
) {
  const { db, versions, storage, jobs, audit, now } = core;
  const { notifications, results } = messages;
  const checkups = checkupsService({
    db,
    versions,
    partners: people.partners,
    uploads: images.uploads,
    imaging: images.imaging,
    results,
    notifications,
    referrals: moves,
    files: images.files,
    disk: diskService({ space: () => storage.space(), now }),
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
    isLimited: core.config.rateLimits,
    forget: async (tx, checkupId) => {
      await reports.removeOfCheckup(tx, checkupId);
      await questions.removeOfCheckup(tx, checkupId);
    },
    reclaim: (tx, restored) => reclaimInstances({ jobs, now }, tx, restored),
  });
  return {
    checkups,
    deletions,
    shares: sharesService({ db, versions, checkups, reports, audit, now }),
    annotations: annotationsService({ db, versions, checkups, audit, now }),
  };
}

/** The way from the X-ray machines to examinations, and to other programs that show them. */
export function createMachines(
  core: Core,
  { tokens }: People,
  { results }: Notifications,
  { imaging, files, decoding }: Imaging,
  { machines: devices, moves }: Appointments,
  { reportDocuments }: Reports,
  { checkups, deletions }: Examinations,
) {
  const { config, db, versions, storage, jobs, audit, now } = core;
  return {
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
      autoAssign: config.autoAssign,
    }),
    stow: stowService({ db, storage, jobs, checkups, devices, audit, now }),
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
