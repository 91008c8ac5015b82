import type { Attack } from './attack.ts';
import { announcedForms } from './cases/announced-forms.ts';
import { commonName, qidoAtSize } from './cases/at-size.ts';
import { backupClockBack } from './cases/backup-clock-back.ts';
import { crossSiteGuesses } from './cases/cross-site-guesses.ts';
import { derivedBytes } from './cases/derived-bytes.ts';
import { badXrays, dicomDeflate, dicomElements } from './cases/dicom-bombs.ts';
import { dicomwebAttributes, dicomwebFrames, dicomwebReaders } from './cases/dicomweb.ts';
import { drippingBodies } from './cases/dripping-bodies.ts';
import { exportFormulas } from './cases/export-formulas.ts';
import { guessesFromNetworks } from './cases/guesses-from-networks.ts';
import { idleConnections } from './cases/idle-connections.ts';
import { limiterEviction } from './cases/limiter-eviction.ts';
import { flatPictures, hangingDecoder, progressiveScans, svgNamedPng } from './cases/pictures.ts';
import { previewQueue } from './cases/preview-queue.ts';
import { reportFlood } from './cases/report-flood.ts';
import { restoreBesideNode } from './cases/restore-beside-node.ts';
import { restoreBesideStart } from './cases/restore-beside-start.ts';
import { silentPush } from './cases/silent-push.ts';
import { busyAssociations, slowStores, slowStow } from './cases/slow-deliveries.ts';
import { repacking, tinyParts, twins } from './cases/stow.ts';
import { sweepOtherDatabase } from './cases/sweep-other-database.ts';

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
