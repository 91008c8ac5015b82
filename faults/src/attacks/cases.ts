import type { Attack } from './attack.ts';
import { announcedForms } from './cases/announced-forms.ts';
import { backupClockBack } from './cases/backup-clock-back.ts';
import { crossSiteGuesses } from './cases/cross-site-guesses.ts';
import { badXrays, dicomDeflate, dicomElements } from './cases/dicom-bombs.ts';
import { drippingBodies } from './cases/dripping-bodies.ts';
import { exportFormulas } from './cases/export-formulas.ts';
import { guessesFromNetworks } from './cases/guesses-from-networks.ts';
import { limiterEviction } from './cases/limiter-eviction.ts';
import { flatPictures, hangingDecoder, progressiveScans, svgNamedPng } from './cases/pictures.ts';
import { reportFlood } from './cases/report-flood.ts';
import { restoreBesideStart } from './cases/restore-beside-start.ts';
import { sweepOtherDatabase } from './cases/sweep-other-database.ts';

/** Every attack that this checkout withstands, in the order of the run. */
export const attacks: readonly Attack[] = [
  exportFormulas,
  restoreBesideStart,
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
  progressiveScans,
  flatPictures,
  svgNamedPng,
  hangingDecoder,
];

/** Attacks that still succeed. `--case NAME` runs them; the campaign skips them. */
export const openAttacks: readonly Attack[] = [];
