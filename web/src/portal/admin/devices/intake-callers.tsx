import type { DeviceList } from '@deqiq/contract/machines/devices.ts';
import type { IntakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import * as texts from '@deqiq/messages/office/intake-process.js';
import { Plus } from 'lucide-react';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';

type Caller = IntakeReport['callers'][number];

type IntakeCallersProps = {
  callers: readonly Caller[];
  devices: DeviceList['devices'];
  /** Adds a device with this AE title. */
  onAdd: (aeTitle: string) => void;
};

/** AE titles that have connected, and those among them that are no device yet. */
export function IntakeCallers({ callers, devices, onAdd }: IntakeCallersProps) {
  if (callers.length === 0) return null;
  const titles = new Set(devices.filter(({ revokedAt }) => !revokedAt).map(toKey));
  return (
    <details>
      <summary className="min-h-9 cursor-pointer content-center text-desk pointer-coarse:min-h-11">
        {texts.callers({ count: callers.length })}
      </summary>
      <ul className="grid gap-1.5 text-note">
        {callers.map((caller) => (
          <li key={caller.aeTitle} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium wrap-anywhere">{caller.aeTitle}</span>
            <span className="text-muted tabular-nums wrap-anywhere">{describeUsage(caller)}</span>
            {!titles.has(toKey(caller)) && (
              <Button
                variant="outline"
                size="sm"
                icon={<Plus size={15} aria-hidden="true" />}
                aria-label={texts.addCallerAsDevice({ aeTitle: caller.aeTitle })}
                onClick={() => onAdd(caller.aeTitle)}
              >
                {texts.addAsDevice()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const toKey = ({ aeTitle }: { aeTitle: string }): string => aeTitle.trim().toUpperCase();

const describeUsage = (caller: Caller): string =>
  [
    formatMoment(caller.lastSeenAt),
    texts.accepted({ count: formatNumber(caller.instances) }),
    caller.refused > 0 && texts.refused({ count: formatNumber(caller.refused) }),
    caller.lastError,
  ]
    .filter(Boolean)
    .join(' · ');
