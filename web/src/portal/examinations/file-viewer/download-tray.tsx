import * as texts from '@deqiq/messages/portal/downloads.js';
import { CircleAlert, CircleCheck, FolderDown, X } from 'lucide-react';
import type { Download } from '../../../api/imaging/downloads/download-list.ts';
import { downloads } from '../../../api/imaging/downloads/downloads.ts';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { fileSize } from './format.ts';
import { useDownloads } from './start-download.ts';

/** Running downloads, over the page's lower edge; nothing without any. */
export function DownloadTray({ className }: { className?: string }) {
  return (
    <section
      aria-label={texts.title()}
      className={cx(
        'pointer-events-none fixed inset-x-3 bottom-3 z-30 grid gap-2 sm:left-auto sm:w-96',
        className,
      )}
    >
      <DownloadEntries />
    </section>
  );
}

/** The same entries without the frame, for use above the page. */
export function DownloadEntries() {
  return useDownloads().map((entry) => <Entry key={entry.id} entry={entry} />);
}

function Entry({ entry }: { entry: Download }) {
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
            <Line entry={entry} />
          </div>
        </div>
        {state !== 'complete' && (
          <IconButton
            label={state === 'running' ? texts.stop({ name }) : texts.close({ name })}
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

function Line({ entry }: { entry: Download }) {
  const { state, size, received, waiting, message, openUrl } = entry;
  if (state === 'complete') return texts.complete();
  if (state === 'handed-over') return texts.handedOver();
  if (state === 'failed') {
    return (
      <>
        <span className="text-danger">{texts.failed()}</span>
        <span className="block">{message || texts.unknownReason()}</span>
        {openUrl && (
          <a
            href={openUrl}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline"
          >
            {texts.openDirectly()}
          </a>
        )}
      </>
    );
  }
  if (waiting) return texts.waiting();
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
