import type { DeviceList } from '@deqiq/contract/machines/devices.ts';
import type { IntakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import * as texts from '@deqiq/messages/office/intake-process.js';
import type { ReactNode } from 'react';
import { MINUTE } from '../../../lib/durations.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';
import { IntakeCallers } from './intake-callers.tsx';

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
      <IntakeCallers callers={intake.callers} devices={devices} onAdd={onAdd} />
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
