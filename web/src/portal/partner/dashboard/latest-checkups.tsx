import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as texts from '@deqiq/messages/partner/dashboard.js';
import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ownCheckupsQuery } from '../../../api/examinations/own-checkups.ts';
import { personName } from '../../../lib/format.ts';
import { CheckupStatusBadge } from '../../examinations/checkup-status.tsx';
import { hasPixels, isPending } from '../../examinations/file-viewer/file-previews.ts';
import { checkupDay } from '../../examinations/file-viewer/format.ts';
import { LargePicture } from '../../examinations/file-viewer/large-picture.tsx';
import { WaitingPicture } from '../../examinations/file-viewer/waiting-picture.tsx';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';
import { listFiles } from '../checkups/use-checkup-viewer.tsx';

/** Cards in one row on a wide screen. */
const SHOWN = 3;

/** The latest checkups, each opened by one press. Renders nothing if there are none: the list shows why. */
export function Latest() {
  const { data } = useQuery(ownCheckupsQuery(1));
  const openViewer = useOpenViewer('partner');
  // Files of the doctor are no result until staff have added one.
  const results = data?.checkups.filter(({ xrayFileLinks }) => xrayFileLinks.length > 0) ?? [];
  if (results.length === 0) return null;
  return (
    <section aria-labelledby="latest" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="latest" className="text-title">
        {texts.latest()}
      </h2>
      <ul className="flex snap-x snap-mandatory gap-3 overflow-x-auto max-md:-mx-4 max-md:scroll-px-4 max-md:px-4 md:grid md:grid-cols-3 md:overflow-visible">
        {results.slice(0, SHOWN).map((checkup) => (
          <li key={checkup._id} className="w-[82%] shrink-0 snap-start md:w-auto">
            <Result checkup={checkup} onView={(file) => openViewer(checkup, file)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const className =
  'flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-surface text-left transition-colors duration-160 hover:border-accent';

type ResultProps = { checkup: Checkup; onView: (file: FileLink) => void };

/** Opens the picture over the page, or links to the list if there is none. */
function Result({ checkup, onView }: ResultProps) {
  // The partner's own slip is no result.
  const slips = new Set(checkup.fileLinks.map(({ id }) => id));
  const files = listFiles(checkup).filter(({ id }) => !slips.has(id));
  // A volume says more than the screenshot of it that lies beside it.
  const picture =
    files.find((file) => file.previewUrl !== undefined && hasPixels(file, 'partner')) ??
    files.find(({ name }) => hasPicturePreview(name, 'partner')) ??
    files.find(({ previewUrl }) => previewUrl !== undefined);
  const isWaiting = files.some(isPending);
  const content: ReactNode = (
    <>
      <span className="relative grid aspect-2/1 shrink-0 place-items-center bg-ink text-mist">
        {picture ? (
          <LargePicture file={picture} className="absolute inset-0 size-full" />
        ) : isWaiting ? (
          <WaitingPicture label={imagingMessages.pending()} />
        ) : (
          <ScanLine size={32} strokeWidth={1.25} aria-hidden="true" />
        )}
      </span>
      <span className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-3">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">{personName(checkup)}</span>
          <CheckupStatusBadge status={checkup.status} hasResults />
        </span>
        <span className="truncate text-desk text-muted">
          {[translateExaminationName(checkup.name), checkupDay(checkup)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  );
  return picture ? (
    <button type="button" onClick={() => onView(picture)} className={className}>
      {content}
    </button>
  ) : (
    <Link to="/partner/dashboard/rentgen" className={className}>
      {content}
    </Link>
  );
}
