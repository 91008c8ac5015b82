import type { Device } from '@deqiq/contract/machines/devices.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Dash, NoWrap, numbered, Secondary } from '../list/cells.tsx';
import { kindLabels } from './device-dialog.tsx';

export const columns: Column<Device>[] = [
  numbered,
  {
    id: 'name',
    header: 'Device',
    title: true,
    wide: true,
    rowName: ({ name }) => name,
    cell: ({ name, kind, aeTitle }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <Secondary>{[kindLabels[kind], aeTitle].filter(Boolean).join(' · ')}</Secondary>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ revokedAt }) => (
      <StatusBadge tone={revokedAt ? 'neutral' : 'success'}>
        {revokedAt ? 'Revoked' : 'Active'}
      </StatusBadge>
    ),
  },
  {
    id: 'token',
    header: 'Token',
    cell: ({ tokenEnd, addresses, revokedAt }) =>
      revokedAt ? (
        <Dash />
      ) : (
        <div>
          {tokenEnd ? <NoWrap>{`… ${tokenEnd}`}</NoWrap> : <span className="text-muted">None</span>}
          <Secondary>
            {addresses.length > 0 ? `from ${addresses.join(', ')}` : 'from everywhere'}
          </Secondary>
        </div>
      ),
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <NoWrap>{formatMoment(lastSeenAt)}</NoWrap>
      ) : (
        <span className="text-muted">Never</span>
      ),
  },
  { id: 'sent', header: 'Images', cell: (device) => <Sent device={device} /> },
];

/** Counts of received instances, and why the last refused one was refused. */
function Sent({ device: { instances, refused, lastError, lastErrorAt } }: { device: Device }) {
  return (
    <div>
      <span className="tabular-nums">{`${formatNumber(instances)} accepted`}</span>
      {refused > 0 && (
        <Secondary>
          <span className="text-danger tabular-nums">{`${formatNumber(refused)} refused`}</span>
          {lastError && (
            <span className="wrap-anywhere">{`: ${lastError}, ${formatMoment(lastErrorAt)}`}</span>
          )}
        </Secondary>
      )}
    </div>
  );
}
