import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/today.js';
import { saveProgress } from '../../../api/desk/work-queues.ts';
import { refreshAdminAfter } from '../../../api/http/query.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneNumber } from '../list/rows/cells.tsx';
import { runRowAction, usePendingRows } from '../list/rows/row-action.ts';
import { TodayCard } from './today-card.tsx';

type TodayReservationsProps = { reservations: readonly Reservation[]; total: number };

/** Reservations that wait for a call, oldest first. Called is one press, and one takes it back. */
export function TodayReservations({ reservations, total }: TodayReservationsProps) {
  const pending = usePendingRows();
  return (
    <TodayCard
      title={texts.reservations()}
      note={total > 0 ? String(total) : undefined}
      link={{ to: portalPaths.reservations, label: texts.all() }}
      empty={texts.noReservations()}
      isEmpty={reservations.length === 0}
    >
      {reservations.map((reservation) => (
        <li key={reservation._id} className="flex items-center gap-x-4 px-4 py-2.5">
          <span className="min-w-0 grow">
            <span className="block font-medium">{reservation.fullName}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-note text-muted">
              <PhoneNumber>{reservation.phone}</PhoneNumber>
              <span>{formatMoment(reservation.createdAt)}</span>
            </span>
          </span>
          <Button
            data-row=""
            variant="outline"
            size="sm"
            busy={pending.has(reservation._id)}
            aria-label={texts.calledWho({ name: reservation.fullName })}
            onClick={() => void markCalled(reservation)}
          >
            {texts.called()}
          </Button>
        </li>
      ))}
    </TodayCard>
  );
}

const save = ({ _id, note }: Reservation, status: 'new' | 'contacted', version: number) =>
  refreshAdminAfter(saveProgress('reservations', _id, { status, note, version }));

const markCalled = (reservation: Reservation): Promise<void> =>
  runRowAction({
    row: reservation._id,
    request: () => save(reservation, 'contacted', reservation.version),
    successMessage: texts.calledWho({ name: reservation.fullName }),
    undo: () =>
      void runRowAction({
        row: reservation._id,
        request: () => save(reservation, 'new', reservation.version + 1),
        successMessage: texts.notCalled({ name: reservation.fullName }),
        errorMessage: texts.changeFailed(),
      }),
    errorMessage: texts.changeFailed(),
  });
