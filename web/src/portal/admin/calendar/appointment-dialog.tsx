import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { Link } from 'react-router';
import { toDay } from '../../../lib/format.ts';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { PhoneNumber } from '../list/rows/cells.tsx';
import { azn } from '../list/rows/money.ts';
import { usePendingRows } from '../list/rows/row-action.ts';
import { patientPath } from '../patients/patient-path.ts';
import type { OpenedReferralState } from '../referrals/scan/use-code-search.ts';
import { AppointmentBadge } from './appointment-state.tsx';
import { arrive, canArrive, canMiss, canMove, miss, remove } from './calendar-changes.ts';
import { nameKindOf } from './times/kinds.ts';
import { findPeriod } from './times/periods.ts';
import { formatTime } from './times/times.ts';
import type { Machine } from './times/use-machines.ts';
import { nameDay } from './times/weekdays.ts';

type AppointmentDialogProps = {
  appointment: Appointment;
  machines: readonly Machine[];
  kinds: readonly Kind[];
  onMove: () => void;
  onClose: () => void;
};

/** An appointment with everything that can be done with it. Open as long as it is mounted. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, onMove, onClose } = props;
  const busy = usePendingRows().has(appointment._id);
  useCloseOnBack(true, onClose);
  const { from, to } = findPeriod(appointment);
  // The result is in the calendar, and a refusal is shown over it.
  const note = (move: (appointment: Appointment) => Promise<void>) => {
    onClose();
    void move(appointment);
  };
  return (
    <Dialog
      open
      title={appointment.who.name}
      description={`${nameDay(toDay(appointment.startsAt))}, ${formatTime(from)}–${formatTime(to)}`}
      onClose={onClose}
      footer={
        canMove(appointment) && (
          <>
            {appointment.state === 'booked' && (
              <Button
                variant="quiet"
                busy={busy}
                onClick={() => void remove(appointment, onClose)}
                className="mr-auto text-danger!"
              >
                {texts.remove()}
              </Button>
            )}
            <Button variant="outline" onClick={onMove}>
              {texts.changeTime()}
            </Button>
            {canMiss(appointment) && (
              <Button variant="outline" busy={busy} onClick={() => note(miss)}>
                {texts.miss()}
              </Button>
            )}
            {canArrive(appointment) && (
              <Button busy={busy} onClick={() => note(arrive)}>
                {texts.arrive()}
              </Button>
            )}
          </>
        )
      }
    >
      <AppointmentFacts {...props} />
    </Dialog>
  );
}

function AppointmentFacts({ appointment, machines, kinds }: AppointmentDialogProps) {
  const { who, device, kind } = appointment;
  return (
    <FactList
      facts={[
        { name: texts.phone(), value: <PhoneNumber>{who.phone}</PhoneNumber> },
        {
          name: texts.machine(),
          value: machines.find(({ _id }) => _id === device)?.name ?? null,
        },
        { name: texts.examination(), value: nameKindOf(kinds, kind) || null },
        { name: texts.state(), value: <AppointmentBadge appointment={appointment} /> },
        ...(appointment.deposit
          ? [{ name: texts.deposit(), value: nameDeposit(appointment.deposit) }]
          : []),
        { name: texts.patient(), value: <RecordLinks who={who} /> },
      ]}
    />
  );
}

const depositTexts = {
  due: texts.depositDue,
  paid: texts.depositPaid,
  retained: texts.depositRetained,
  refunding: texts.depositRefunding,
  'refund-failed': texts.depositRefundFailed,
  refunded: texts.depositRefunded,
};

const nameDeposit = ({ amount, state }: NonNullable<Appointment['deposit']>): string =>
  depositTexts[state]({ amount: azn(amount) });

const linkClass =
  'inline-flex min-h-6 items-center text-accent-hover underline-offset-4 hover:underline';

function RecordLinks({ who: { referral, patient } }: Pick<Appointment, 'who'>) {
  if (!referral && !patient) return '—';
  return (
    <span className="flex flex-wrap gap-x-4">
      {referral && (
        <Link
          to={portalPaths.referrals}
          state={{ referral } satisfies OpenedReferralState}
          className={linkClass}
        >
          {texts.openReferral()}
        </Link>
      )}
      {patient && (
        <Link to={patientPath(patient)} className={linkClass}>
          {texts.openPatient()}
        </Link>
      )}
    </span>
  );
}
