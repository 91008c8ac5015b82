import type { CreateCheckup, MergeChunks } from '@deqiq/contract/examinations/checkups.ts';
import type { ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import {
  type ChangeDeps,
  changeCheckup,
  createCheckup,
  createFromShipment,
  type StoredFile,
} from './checkup-changes.ts';
import { checkupFinder, type FinderDeps } from './checkup-finder.ts';
import * as repo from './checkups.repo.ts';
import { type JoinedImages, joinImages } from './files/joined-images.ts';
import {
  createForFiles,
  type IntakePatient,
  type Reception,
  receiveFiles,
} from './files/received-files.ts';
import { type ReturnedFiles, returnFiles } from './files/returned-files.ts';
import { confirmPatient } from './patient-check/patient-doubts.ts';
import { cancelUnmade, describeShipment, setPatient } from './referred/referred-checkups.ts';

type Deps = ChangeDeps & FinderDeps;

export type CheckupsService = ReturnType<typeof checkupsService>;

/** Examinations and their X-ray files: staff add them, the referring partner sees its own. */
export function checkupsService(deps: Deps) {
  const finder = checkupFinder(deps);

  /** The answer to a change; its doubt is beside the checkup, too. */
  async function answer(actor: Actor, id: string, message: string) {
    const { checkup } = await finder.find(actor, id);
    const { patientDoubt } = checkup;
    return { checkup, message, ...(patientDoubt && { patientDoubt }) };
  }

  return {
    ...finder,

    async create(actor: Actor, input: CreateCheckup, signal?: AbortSignal) {
      const id = await createCheckup(deps, actor, input, signal);
      return answer(actor, id, checkupMessages.created());
    },

    async createFromShipment(actor: Actor, file: StoredFile, details: ShipmentDetails) {
      const id = await createFromShipment(deps, actor, file, details);
      return (await finder.find(actor, id)).checkup;
    },

    /** In the caller's transaction: a checkup for files that follow. Returns its id; throws 400 without the partner. */
    createForFiles: (tx: Db, actor: Actor, input: IntakePatient) =>
      createForFiles(deps, tx, actor, input),

    /** In the caller's transaction: makes stored files X-rays of a checkup; the first completes a pending one. */
    receiveFiles: (tx: Db, actor: Actor | null, checkupId: string, received: Reception) =>
      receiveFiles(deps, tx, actor, checkupId, received),

    /** In the caller's transaction: images join such a file. False where it has other bytes by now, or is in no checkup. */
    joinImages: (tx: Db, fileId: string, joined: JoinedImages) =>
      joinImages(deps, tx, fileId, joined),

    /** In the caller's transaction: takes such files out again. Throws 409 where one has been deleted since. */
    returnFiles: (tx: Db, actor: Actor, checkupId: string, returned: ReturnedFiles) =>
      returnFiles(deps, tx, actor, checkupId, returned),

    async attach(actor: Actor, input: MergeChunks, signal?: AbortSignal) {
      const id = await changeCheckup(deps, actor, input, signal);
      return answer(actor, id, checkupMessages.updated());
    },

    /** Staff have seen both names: what was held back is shown to the partner. Repeatable. */
    async confirmPatient(actor: Actor, id: string) {
      await confirmPatient(deps, actor, id);
      return answer(actor, id, checkupMessages.patientConfirmed());
    },

    /** In the caller's transaction: a shipment whose referral is accepted gets names. */
    describeShipment: (tx: Db, actor: Actor, id: string, input: Omit<IntakePatient, 'partner'>) =>
      describeShipment(deps, tx, actor, id, input),

    /** In the caller's transaction: locks a checkup; false when there is none. */
    lock: repo.lock,

    /** In the caller's transaction, which has locked it: the record of its patient, or none. */
    setPatient,

    /** In the caller's transaction: cancels a checkup without files. */
    cancelUnmade: (tx: Db, actor: Actor, id: string) => cancelUnmade(deps, tx, actor, id),
  };
}
