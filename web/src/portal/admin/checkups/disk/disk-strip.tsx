import * as texts from '@deqiq/messages/office/checkups.js';
import { HardDrive } from 'lucide-react';
import { cx } from '../../../../lib/cx.ts';
import { parseDiskInfo } from './disk-info.ts';

/** Percent from which the volume wants attention. */
const NEARLY_FULL = 90;
/** Percent from which a phone shows the strip too, above the first row. */
const ON_PHONES = 85;

/** Before the list has arrived. */
const UNKNOWN = { total: '—', free: '—', usedPercent: undefined };

/** Total, free and used percent of the volume that holds the uploads. */
export function DiskStrip({ diskInfo }: { diskInfo: string | undefined }) {
  const disk = diskInfo === undefined ? UNKNOWN : parseDiskInfo(diskInfo);
  if (!disk) return null;
  const { total, free, usedPercent } = disk;
  const scarce = usedPercent !== undefined && usedPercent >= NEARLY_FULL;
  const percent = usedPercent === undefined ? '—' : `${usedPercent}%`;
  return (
    <section
      aria-label={texts.disk()}
      aria-busy={disk === UNKNOWN || undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5 text-note text-muted tabular-nums',
        (usedPercent ?? 0) <= ON_PHONES && 'max-md:hidden',
      )}
    >
      <HardDrive size={18} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {texts.total()} <b className="font-medium text-text">{total}</b>
      </span>
      <span>
        {texts.free()} <b className="font-medium text-text">{free}</b>
      </span>
      <span>
        {texts.used()}{' '}
        <b className={cx('font-medium', scarce ? 'text-danger' : 'text-text')}>{percent}</b>
      </span>
      <meter
        aria-label={texts.diskUsed({ percent })}
        min={0}
        max={100}
        value={usedPercent ?? 0}
        className="sr-only"
      />
      <span aria-hidden="true" className="h-1.5 min-w-24 grow overflow-hidden rounded-full bg-line">
        <span
          className={cx('block h-full rounded-full', scarce ? 'bg-danger' : 'bg-accent')}
          style={{ width: `${usedPercent ?? 0}%` }}
        />
      </span>
    </section>
  );
}
