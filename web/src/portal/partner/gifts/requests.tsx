import { gifts } from '@deqiq/contract/gifts.ts';
import { type OwnPayment, paymentMessages } from '@deqiq/contract/payments.ts';
import type { useOwnRequests } from '../../../api/gifts.ts';
import { formatLongDay, formatNumber } from '../../../lib/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { type BadgeTone, StatusBadge } from '../../../ui/status-badge.tsx';

const states: Readonly<Record<string, { text: string; tone: BadgeTone }>> = {
  pending: { text: 'Gözləyir', tone: 'warning' },
  completed: { text: 'Təsdiqlənib', tone: 'success' },
  rejected: { text: 'Rədd edilib', tone: 'danger' },
};

const nameOf = ({ gift }: OwnPayment) => gifts.find(({ id }) => id === gift)?.name ?? 'Hədiyyə';

const columns: Column<OwnPayment>[] = [
  { id: 'gift', header: 'Hədiyyə', title: true, wide: true, cell: nameOf },
  { id: 'points', header: 'Xal', align: 'end', cell: ({ amount }) => formatNumber(amount) },
  { id: 'date', header: 'Tarix', cell: ({ date }) => formatLongDay(date, 'instant') },
  { id: 'status', header: 'Status', cell: ({ status }) => <RequestState status={status} /> },
];

function RequestState({ status }: { status: string }) {
  const known = Object.hasOwn(states, status) ? states[status] : undefined;
  return <StatusBadge tone={known?.tone ?? 'neutral'}>{known?.text ?? 'Naməlum'}</StatusBadge>;
}

/** What a partner has asked for and how it stands. */
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
