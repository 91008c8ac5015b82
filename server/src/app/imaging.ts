import { visitsService } from '../features/examinations/shares/visits/visits.service.ts';
import { filesService } from '../features/imaging/files/files.service.ts';
import { imagingService } from '../features/imaging/imaging/imaging.service.ts';
import { picturesService } from '../features/imaging/pictures/pictures.service.ts';
import { uploadsService } from '../features/imaging/uploads/uploads.service.ts';
import { decodingService } from '../features/machines/dicomweb/retrieve/decoding.service.ts';
import { rateLimiter } from '../platform/limits/rate-limiter.ts';
import { mediaService } from '../platform/media/media.service.ts';
import type { Core } from './core.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';

/** Openings of shares from one address; wrong PINs are counted per share, too. */
const OPENING_LIMITS = [{ name: 'openings of shares', max: 60, window: 60_000 }];

export type Imaging = ReturnType<typeof createImaging>;

/** Stored files from the upload to the viewer, also for the visitors of shares. */
export function createImaging(core: Core, people: People, messages: Notifications) {
  const { db, storage, secret, jobs, audit, now } = core;
  const { sessions } = people;
  const { notifications } = messages;
  const media = mediaService({ db, pool: core.decoders, log: core.log, now });
  const imaging = imagingService({ db, storage, jobs, pool: core.derivers, audit, now });
  const openings = rateLimiter({ ...core.isLimited, per: OPENING_LIMITS });
  const visits = visitsService({ db, audit, limits: openings, notifications, now });
  return {
    media,
    imaging,
    visits,
    uploads: uploadsService({ db, storage, media, imaging, now }),
    pictures: picturesService({ db, storage, media, now }),
    files: filesService({ db, storage, media, imaging, sessions, visits, audit, secret, now }),
    decoding: decodingService({ storage, pool: core.decoders }),
  };
}
