import { gifts } from '@deqiq/contract/office/gifts.ts';
import {
  type OwnPayment,
  type PaymentStatus,
  paymentMessages,
} from '@deqiq/contract/office/payments.ts';
import type { useOwnRequests } from '../../../api/office/gifts.ts';
import { formatLongDay, formatNumber } from '../../../lib/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';

const states: States<PaymentStatus> = {
  pending: { text: 'Gözləyir', tone: 'warning' },
  completed: { text: 'Təsdiqlənib', tone: 'success' },
  rejected: { text: 'Rədd edilib', tone: 'danger' },
};

const findGiftName = ({ gift }: OwnPayment) =>
  gifts.find(({ id }) => id === gift)?.name ?? 'Hədiyyə';

const columns: Column<OwnPayment>[] = [
  { id: 'gift', header: 'Hədiyyə', title: true, wide: true, cell: findGiftName },
  { id: 'points', header: 'Xal', align: 'end', cell: ({ amount }) => formatNumber(amount) },
  { id: 'date', header: 'Tarix', cell: ({ date }) => formatLongDay(date, 'instant') },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StateBadge states={states} state={status} other="Naməlum" />,
  },
];

export function Requests({ query }: { query: ReturnType<typeof useOwnRequests> }) {
  return (
    <DataTable
      query={query}
      rows={({ payments }) => payments}
      rowKey={({ _id }) => _id}
      columns={columns}
      caption="Hədiyyə sorğularım"
      empty="Hələ hədiyyə seçməmisiniz"
      failed={paymentMessages.ownListFailed}
    />
  );
}
