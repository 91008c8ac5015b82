import { checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import { retryNow } from '../../../../../api/http/reconnect.ts';
import type { UploadProgress } from '../../../../../api/imaging/uploads/progress-meter.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Progress } from '../../../../../ui/progress.tsx';
import { fileSize } from '../../../../file-viewer/format.ts';
import type { Upload } from './use-upload.ts';

/** Attempts without an answer after which the upload is called failed; it continues by itself all the same. */
const LONG_OUTAGE = 4;

/** How far all files together have come. Belongs in the dialog's footer, where it is always visible. */
export function TotalProgress({ upload: { selections, progress } }: { upload: Upload }) {
  if (!progress) return null;
  const { percent, current, failedAttempts } = progress;
  const count = selections.length;
  const which = count > 1 && current ? `file ${current.number} of ${count}` : 'the file';
  return (
    <div className="grid w-full gap-1.5">
      <Progress value={percent} label={`Uploading ${which}`} />
      <p className="text-note text-muted tabular-nums">{describeAmounts(progress)}</p>
      <p role="status" className="sr-only">
        {count > 1 && current ? `Uploading ${which}` : ''}
      </p>
      {failedAttempts > 0 && <Outage isLong={failedAttempts >= LONG_OUTAGE} />}
    </div>
  );
}

function Outage({ isLong }: { isLong: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 text-note text-warning">
        {isLong && `${checkupMessages.createFailed}. `}
        The connection is lost. The upload goes on as soon as it is back.
      </p>
      {isLong && (
        <Button variant="outline" onClick={retryNow}>
          Try now
        </Button>
      )}
    </div>
  );
}

/** "1,2 GB of 3,4 GB · 5,2 MB/s · about 3 min left" */
function describeAmounts({
  sentBytes,
  totalBytes,
  bytesPerSecond,
  secondsLeft,
}: UploadProgress): string {
  return [
    `${fileSize(sentBytes)} of ${fileSize(totalBytes)}`,
    ...(bytesPerSecond ? [`${fileSize(bytesPerSecond)}/s`] : []),
    ...(secondsLeft ? [describeTimeLeft(secondsLeft)] : []),
  ].join(' · ');
}

function describeTimeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
