import type { Attack } from './attack.ts';
import { announcedForms } from './cases/connections/announced-forms.ts';
import { drippingBodies } from './cases/connections/dripping-bodies.ts';
import { idleConnections } from './cases/connections/idle-connections.ts';
import { commonName, qidoAtSize } from './cases/machines/at-size.ts';
import { dicomwebAttributes, dicomwebFrames, dicomwebReaders } from './cases/machines/dicomweb.ts';
import { busyAssociations, slowStores, slowStow } from './cases/machines/slow-deliveries.ts';
import { repacking, tinyParts, twins } from './cases/machines/stow.ts';
import { backupClockBack } from './cases/operations/backup-clock-back.ts';
import { restoreBesideNode } from './cases/operations/restore-beside-node.ts';
import { restoreBesideStart } from './cases/operations/restore-beside-start.ts';
import { sweepOtherDatabase } from './cases/operations/sweep-other-database.ts';
import { crossSiteGuesses } from './cases/people/cross-site-guesses.ts';
import { exportFormulas } from './cases/people/export-formulas.ts';
import { guessesFromNetworks } from './cases/people/guesses-from-networks.ts';
import { limiterEviction } from './cases/people/limiter-eviction.ts';
import { reportFlood } from './cases/people/report-flood.ts';
import { silentPush } from './cases/people/silent-push.ts';
import { derivedBytes } from './cases/pictures/derived-bytes.ts';
import { badXrays, dicomDeflate, dicomElements } from './cases/pictures/dicom-bombs.ts';
import {
  flatPictures,
  hangingDecoder,
  progressiveScans,
  svgNamedPng,
} from './cases/pictures/pictures.ts';
import { previewQueue } from './cases/pictures/preview-queue.ts';

/** Every attack that this checkout withstands, in the order of the run. */
export const attacks: readonly Attack[] = [
  exportFormulas,
  restoreBesideStart,
  restoreBesideNode,
  sweepOtherDatabase,
  backupClockBack,
  drippingBodies,
  announcedForms,
  reportFlood,
  limiterEviction,
  guessesFromNetworks,
  crossSiteGuesses,
  dicomDeflate,
  dicomElements,
  badXrays,
  dicomwebAttributes,
  dicomwebReaders,
  dicomwebFrames,
  qidoAtSize,
  commonName,
  progressiveScans,
  flatPictures,
  svgNamedPng,
  hangingDecoder,
  previewQueue,
  derivedBytes,
  repacking,
  twins,
  tinyParts,
  slowStow,
  slowStores,
  busyAssociations,
  silentPush,
  idleConnections,
];

/** Attacks that still succeed. `--case NAME` runs them; the campaign skips them. */
export const openAttacks: readonly Attack[] = [];
