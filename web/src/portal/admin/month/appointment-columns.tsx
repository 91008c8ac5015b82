import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { Link } from 'react-router';
import { formatMoment, toDay } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { AppointmentBadge } from '../calendar/appointment-state.tsx';
import { NoWrap, numbered, PhoneNumber, Secondary, TextOrDash } from '../list/rows/cells.tsx';
import { manat } from '../list/rows/money.ts';

export const listColumns = (
  kinds: ReadonlyMap<string, Kind>,
  machines: ReadonlyMap<string, string>,
): Column<Appointment>[] => [
  numbered,
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    wide: true,
    rowName: ({ who }) => who.name,
    cell: ({ who }) => (
      <>
        {who.name}
        {who.phone && (
          <Secondary>
            <PhoneNumber>{who.phone}</PhoneNumber>
          </Secondary>
        )}
      </>
    ),
  },
  {
    id: 'time',
    header: texts.time(),
    cell: ({ startsAt, device }) => (
      <Link
        to={`${portalPaths.calendar}?${new URLSearchParams({ day: toDay(startsAt), machine: device })}`}
        className="underline-offset-4 hover:text-accent-hover hover:underline"
      >
        <NoWrap>{formatMoment(startsAt)}</NoWrap>
      </Link>
    ),
  },
  {
    id: 'kind',
    header: texts.kind(),
    cell: ({ kind }) => {
      const examination = kinds.get(kind ?? '')?.examination;
      return <TextOrDash>{examination ? examinationTexts[examination]() : ''}</TextOrDash>;
    },
  },
  {
    id: 'machine',
    header: texts.machine(),
    cell: ({ device }) => <TextOrDash>{machines.get(device) ?? ''}</TextOrDash>,
  },
  {
    id: 'status',
    header: texts.status(),
    cell: (appointment) => <AppointmentBadge appointment={appointment} />,
  },
  {
    id: 'price',
    header: texts.price(),
    align: 'end',
    cell: ({ kind }) => {
      const price = kinds.get(kind ?? '')?.price;
      return <TextOrDash>{price ? manat(price) : ''}</TextOrDash>;
    },
  },
];
