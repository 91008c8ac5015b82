import type { Db } from '../../../platform/db/tables.ts';
import type { MessageEvents } from '../../../platform/messaging/message-channel.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';

interface Deps {
  readonly db: Db;
  readonly times: Pick<AppointmentTimesService, 'stopOfPhone'>;
  readonly messages: Pick<PatientMessagesService, 'recordStatus'>;
  readonly audit: Pick<AuditService, 'recordEntry'>;
}

/** Follows what providers tell: a stop word ends the messages of all coming appointments of that telephone. */
export const patientEvents = ({ db, times, messages, audit }: Deps): MessageEvents => ({
  onStatus: (status) => messages.recordStatus(status),

  onStop: ({ phone, channel }) =>
    db.transaction().execute(async (tx) => {
      for (const objectId of await times.stopOfPhone(tx, phone))
        await audit.recordEntry(tx, {
          action: 'stop',
          object: 'appointment',
          objectId,
          result: 'ok',
          detail: channel,
        });
    }),
});
