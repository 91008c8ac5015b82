import type { DeviceList } from '@deqiq/contract/machines/devices.ts';
import type { IntakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import * as texts from '@deqiq/messages/office/intake-process.js';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MINUTE } from '../../../lib/durations.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';

/** Milliseconds without a report after which the process is taken for stopped. */
const SILENCE_MS = 2 * MINUTE;

type IntakeProcessProps = {
  list: DeviceList;
  /** When the list was loaded last, in milliseconds; also where it has not changed since. */
  loadedAt: number;
  /** Adds a device with this AE title. */
  onAdd: (aeTitle: string) => void;
};

/** State of the intake process, which receives from machines that send with C-STORE. */
export function IntakeProcess({ list: { intake, devices }, loadedAt, onAdd }: IntakeProcessProps) {
  if (!intake)
    return (
      <Panel badge={<StatusBadge tone="neutral">{texts.notInUse()}</StatusBadge>}>
        <p className="text-note text-muted">{texts.neverReported()}</p>
      </Panel>
    );
  const isSilent = loadedAt - Date.parse(intake.reportedAt) > SILENCE_MS;
  const titles = new Set(devices.filter(({ revokedAt }) => !revokedAt).map(toKey));
  return (
    <Panel
      badge={
        isSilent ? (
          <StatusBadge tone="danger">
            {texts.silentSince({ at: formatMoment(intake.reportedAt) })}
          </StatusBadge>
        ) : (
          <StatusBadge tone="success">{texts.running()}</StatusBadge>
        )
      }
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact name={texts.aeTitle()}>
          {texts.aeTitleAndPort({ aeTitle: intake.aeTitle, port: intake.port })}
        </Fact>
        <Fact name={texts.runningSince()}>{formatMoment(intake.startedAt)}</Fact>
        <Fact name={texts.associations()}>{formatNumber(intake.associations)}</Fact>
        <Fact name={texts.waiting()}>
          <span className={intake.waiting > 0 ? 'text-warning' : undefined}>
            {describeWaiting(intake)}
          </span>
        </Fact>
        {intake.rejected > 0 && (
          <Fact name={texts.rejected()}>
            <span className="text-danger">{formatNumber(intake.rejected)}</span>
          </Fact>
        )}
      </dl>
      {intake.lastError && (
        <p className="text-note text-danger wrap-anywhere">
          {texts.lastError({ error: intake.lastError })}
        </p>
      )}
      <Callers callers={intake.callers} titles={titles} onAdd={onAdd} />
    </Panel>
  );
}

function Panel({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-labelledby="intake-process"
      className="grid gap-3 rounded-card border border-line bg-surface px-5 py-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id="intake-process" className="text-desk font-medium">
          {texts.title()}
        </h2>
        {badge}
      </div>
      {children}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-note text-muted">{name}</dt>
    <dd className="text-desk tabular-nums">{children}</dd>
  </div>
);

function describeWaiting({ waiting, waitingBytes, waitingSince }: IntakeReport): string {
  if (waiting === 0) return texts.nothingWaiting();
  const images = { count: waiting, number: formatNumber(waiting), size: fileSize(waitingBytes) };
  return waitingSince
    ? texts.waitingImagesSince({ ...images, since: formatMoment(waitingSince) })
    : texts.waitingImages(images);
}

const toKey = ({ aeTitle }: { aeTitle: string }): string => aeTitle.trim().toUpperCase();

type CallersProps = {
  callers: IntakeReport['callers'];
  /** AE titles of devices. */
  titles: ReadonlySet<string>;
  onAdd: (aeTitle: string) => void;
};

/** AE titles that have connected, and those among them that are no device yet. */
function Callers({ callers, titles, onAdd }: CallersProps) {
  if (callers.length === 0) return null;
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

const describeUsage = (caller: IntakeReport['callers'][number]): string =>
  [
    formatMoment(caller.lastSeenAt),
    texts.accepted({ count: formatNumber(caller.instances) }),
    caller.refused > 0 && texts.refused({ count: formatNumber(caller.refused) }),
    caller.lastError,
  ]
    .filter(Boolean)
    .join(' · ');
