import type { Device } from '@deqiq/contract/machines/devices.ts';
import * as texts from '@deqiq/messages/office/devices.js';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Dash, NoWrap, numbered, Secondary } from '../list/rows/cells.tsx';
import { kindLabels } from './device-dialog.tsx';

export const listColumns = (): Column<Device>[] => [
  numbered,
  {
    id: 'name',
    header: texts.device(),
    title: true,
    wide: true,
    rowName: ({ name }) => name,
    cell: ({ name, kind, aeTitle }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <Secondary>{[kindLabels[kind](), aeTitle].filter(Boolean).join(' · ')}</Secondary>
      </>
    ),
  },
  {
    id: 'state',
    header: texts.state(),
    cell: ({ revokedAt }) => (
      <StatusBadge tone={revokedAt ? 'neutral' : 'success'}>
        {revokedAt ? texts.revoked() : texts.active()}
      </StatusBadge>
    ),
  },
  {
    id: 'token',
    header: texts.token(),
    cell: ({ tokenEnd, addresses, revokedAt }) =>
      revokedAt ? (
        <Dash />
      ) : (
        <div>
          {tokenEnd ? (
            <NoWrap>{`… ${tokenEnd}`}</NoWrap>
          ) : (
            <span className="text-muted">{texts.noToken()}</span>
          )}
          <Secondary>
            {addresses.length > 0
              ? texts.fromAddresses({ addresses: addresses.join(', ') })
              : texts.fromEverywhere()}
          </Secondary>
        </div>
      ),
  },
  {
    id: 'seen',
    header: texts.lastSeen(),
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <NoWrap>{formatMoment(lastSeenAt)}</NoWrap>
      ) : (
        <span className="text-muted">{texts.never()}</span>
      ),
  },
  { id: 'sent', header: texts.images(), cell: (device) => <Sent device={device} /> },
];

/** Counts of received instances, and why the last refused one was refused. */
function Sent({ device: { instances, refused, lastError, lastErrorAt } }: { device: Device }) {
  return (
    <div>
      <span className="tabular-nums">{texts.accepted({ count: formatNumber(instances) })}</span>
      {refused > 0 && (
        <Secondary>
          <span className="text-danger tabular-nums">
            {texts.refused({ count: formatNumber(refused) })}
          </span>
          {lastError && (
            <span className="wrap-anywhere">{`: ${lastError}, ${formatMoment(lastErrorAt)}`}</span>
          )}
        </Secondary>
      )}
    </div>
  );
}
