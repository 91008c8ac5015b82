import type { Share } from '@deqiq/contract/examinations/shares.ts';
import { formatMoment, personName } from '../../lib/format.ts';
import type { Language } from '../../ui/language.tsx';
import { StateBadge } from '../../ui/status-badge.tsx';
import { isLive, shareStates } from './share-texts.ts';

const words = {
  az: {
    deleted: 'Müayinə silinib',
    files: (count: number) => `${count} fayl`,
    never: 'Açılmayıb',
    opened: (count: number) => `${count} dəfə açılıb`,
    downloads: (count: number) => `${count} yükləmə`,
    unknown: 'Naməlum cihaz',
    until: 'Son tarix:',
    withoutPin: 'PIN-siz',
    withPin: 'PIN ilə',
  },
  en: {
    deleted: 'Examination deleted',
    files: (count: number) => `${count} file${count === 1 ? '' : 's'}`,
    never: 'Not opened',
    opened: (count: number) => `Opened ${count} time${count === 1 ? '' : 's'}`,
    downloads: (count: number) => `${count} download${count === 1 ? '' : 's'}`,
    unknown: 'Unknown device',
    until: 'until',
    withoutPin: 'without PIN',
    withPin: 'with PIN',
  },
} as const;

type CellProps = { share: Share; language: Language };

/** Patient, label, and what the link contains. */
export function ShareTitle({ share, language }: CellProps) {
  const { checkup, label, files, hasPin } = share;
  const texts = words[language];
  const about = [
    label,
    checkup?.name,
    texts.files(files),
    hasPin ? texts.withPin : texts.withoutPin,
  ];
  return (
    <>
      <span className="block wrap-anywhere">{checkup ? personName(checkup) : texts.deleted}</span>
      <span className="block text-note font-normal wrap-anywhere text-muted">
        {about.filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** State and end. */
export function ShareStateCell({ share, language }: CellProps) {
  return (
    <span className="grid justify-items-start gap-1">
      <StateBadge states={shareStates[language]} state={share.state} other={share.state} />
      <span className="text-note text-muted tabular-nums">
        {isLive(share) && `${words[language].until} `}
        {formatMoment(share.endedAt ?? share.expiresAt)}
      </span>
    </span>
  );
}

/** Openings and downloads, and on request each opening with its device. */
export function ShareUse({ share, language }: CellProps) {
  const { openings, downloads, visits } = share;
  const texts = words[language];
  if (openings === 0) return <span className="text-muted">{texts.never}</span>;
  return (
    <details>
      <summary className="min-h-9 cursor-pointer content-center pointer-coarse:min-h-11">
        {texts.opened(openings)} · {texts.downloads(downloads)}
      </summary>
      <ul className="grid gap-1 py-1 text-note text-muted tabular-nums">
        {visits.map((visit) => (
          <li key={visit.openedAt}>
            {formatMoment(visit.openedAt)} · {visit.device ?? texts.unknown} ·{' '}
            {texts.downloads(visit.downloads)}
          </li>
        ))}
      </ul>
    </details>
  );
}
