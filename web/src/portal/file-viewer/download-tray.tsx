import { CircleAlert, CircleCheck, FolderDown, X } from 'lucide-react';
import type { Download } from '../../api/imaging/downloads/download-list.ts';
import { downloads } from '../../api/imaging/downloads/downloads.ts';
import { cx } from '../../lib/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Language } from '../../ui/language.tsx';
import { fileSize } from './format.ts';
import { useDownloads } from './start-download.ts';

const LABELS = {
  az: {
    title: 'Yükləmələr',
    stop: 'Yükləməni dayandırın',
    close: 'Bağlayın',
    complete: 'Yükləndi',
    handedOver: 'Yükləmə brauzerdə davam edir',
    waiting: 'Bağlantı kəsildi. Bərpa olunan kimi davam edəcək',
    open: 'Faylı birbaşa açın',
  },
  en: {
    title: 'Downloads',
    stop: 'Stop the download',
    close: 'Close',
    complete: 'Downloaded',
    handedOver: 'The download continues in the browser',
    waiting: 'Connection lost. The download goes on as soon as it is back',
    open: 'Open the file directly',
  },
} as const;

type TrayProps = { language?: Language; className?: string };

/** Running downloads, over the page's lower edge; nothing without any. */
export function DownloadTray({ language = 'az', className }: TrayProps) {
  return (
    <section
      aria-label={LABELS[language].title}
      className={cx(
        'pointer-events-none fixed inset-x-3 bottom-3 z-30 grid gap-2 sm:left-auto sm:w-96',
        className,
      )}
    >
      <DownloadEntries language={language} />
    </section>
  );
}

/** The same entries without the frame, for use above the page. */
export function DownloadEntries({ language }: { language: Language }) {
  return useDownloads().map((entry) => (
    <Entry key={entry.id} entry={entry} labels={LABELS[language]} />
  ));
}

type EntryProps = { entry: Download; labels: (typeof LABELS)[Language] };

function Entry({ entry, labels }: EntryProps) {
  const { id, name, state } = entry;
  return (
    <div className="pointer-events-auto w-full rounded-card bg-raised px-4 py-3 text-text shadow-float">
      <div className="flex items-center gap-3">
        {state === 'complete' && (
          <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
        )}
        {state === 'handed-over' && (
          <FolderDown aria-hidden="true" className="shrink-0 text-accent" />
        )}
        {state === 'failed' && <CircleAlert aria-hidden="true" className="shrink-0 text-danger" />}
        <div className="min-w-0 grow">
          <p className="truncate text-desk font-medium" title={name}>
            {name}
          </p>
          <div role={state === 'running' ? undefined : 'status'} className="text-note text-muted">
            <Line entry={entry} labels={labels} />
          </div>
        </div>
        {state !== 'complete' && (
          <IconButton
            label={`${state === 'running' ? labels.stop : labels.close}: ${name}`}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => downloads.remove(id)}
            className="-mr-2"
          />
        )}
      </div>
      {state === 'running' && (
        <progress
          aria-label={name}
          max={entry.size}
          value={entry.received}
          className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </div>
  );
}

function Line({ entry, labels }: EntryProps) {
  const { state, size, received, waiting, message, openUrl } = entry;
  if (state === 'complete') return labels.complete;
  if (state === 'handed-over') return labels.handedOver;
  if (state === 'failed') {
    return (
      <>
        <span className="text-danger">Fayl yüklənə bilmədi</span>
        <span className="block">{message || 'Xəta baş verdi'}</span>
        {openUrl && (
          <a
            href={openUrl}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline"
          >
            {labels.open}
          </a>
        )}
      </>
    );
  }
  if (waiting) return labels.waiting;
  const percent = size === 0 ? 100 : Math.floor((received / size) * 100);
  return (
    <span className="flex justify-between gap-4 tabular-nums">
      <span>
        {fileSize(received)} / {fileSize(size)}
      </span>
      <span>{percent}%</span>
    </span>
  );
}
