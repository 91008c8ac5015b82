import { type FoundPatient, MAX_VISITS } from '@deqiq/contract/referrals/patients/patients.ts';
import type { ProposedLinksQuery } from '@deqiq/contract/referrals/patients/proposed-links.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import type { Db } from '../../../platform/db/tables.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { AuditLogService } from '../../operations/audit/audit-log.service.ts';
import type { PatientsService } from '../patients/patients.service.ts';
import type { ReferralsService } from '../referrals/referrals.service.ts';
import { listOpenings } from './openings.ts';
import { listProposedLinks } from './proposed-links.ts';

interface Deps {
  readonly db: Db;
  readonly patients: Pick<PatientsService, 'findWithAliases' | 'claim'>;
  readonly checkups: Pick<CheckupsService, 'listOfPatients' | 'lock' | 'setPatient' | 'find'>;
  readonly referrals: Pick<ReferralsService, 'listOfPatients' | 'setPatient'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly auditLog: Pick<AuditLogService, 'listAbout'>;
}

export type PatientPagesService = ReturnType<typeof patientPagesService>;

/** A patient with all visits, and the patient of an examination. */
export function patientPagesService(deps: Deps) {
  const { db, patients, checkups, referrals, audit } = deps;
  return {
    async find(actor: Actor, id: string): Promise<FoundPatient> {
      const { ids, ...found } = await patients.findWithAliases(id);
      return {
        ...found,
        checkups: await checkups.listOfPatients(actor, ids, MAX_VISITS),
        referrals: await referrals.listOfPatients(actor, ids, MAX_VISITS),
      };
    },

    /** The people who opened the patient's X-rays, for questions of the patient and after a complaint. */
    async listOpenings(id: string) {
      const { ids } = await patients.findWithAliases(id);
      return listOpenings(deps, ids);
    },

    /** Examinations without a patient that may be of one on record. Only staff link them. */
    listProposals: (query: ProposedLinksQuery) => listProposedLinks(db, query),

    /** Links an examination and its referral to a patient, or to none. */
    async link(actor: Actor, checkupId: string, patientId: string | null) {
      await db.transaction().execute(async (tx) => {
        // The examination first, as an acceptance locks them.
        if (!(await checkups.lock(tx, checkupId))) throw notFound(checkupMessages.notFound());
        const patient = patientId === null ? null : await patients.claim(tx, patientId);
        await checkups.setPatient(tx, checkupId, patient);
        await referrals.setPatient(tx, checkupId, patient);
        await audit.record(tx, actor, 'link', 'checkup', checkupId, patient ?? 'no patient');
      });
      const message = patientId === null ? patientMessages.unlinked() : patientMessages.linked();
      return { ...(await checkups.find(actor, checkupId)), message };
    },
  };
}
