import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { retryNow } from '../../../../../api/http/reconnect.ts';
import type { UploadProgress } from '../../../../../api/imaging/uploads/progress-meter.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Progress } from '../../../../../ui/progress.tsx';
import { fileSize } from '../../../../examinations/file-viewer/format.ts';
import type { Upload } from './use-upload.ts';

/** Attempts without an answer after which the upload is called failed; it continues by itself all the same. */
const LONG_OUTAGE = 4;

/** How far all files together have come. Belongs in the dialog's footer, where it is always visible. */
export function TotalProgress({ upload: { selections, progress } }: { upload: Upload }) {
  if (!progress) return null;
  const { percent, current, failedAttempts } = progress;
  const count = selections.length;
  const ofSeveral = count > 1 && current && texts.uploadingFile({ number: current.number, count });
  return (
    <div className="grid w-full gap-1.5">
      <Progress value={percent} label={ofSeveral || texts.uploading()} />
      <p className="text-note text-muted tabular-nums">{describeAmounts(progress)}</p>
      <p role="status" className="sr-only">
        {ofSeveral || ''}
      </p>
      {failedAttempts > 0 && <Outage isLong={failedAttempts >= LONG_OUTAGE} />}
    </div>
  );
}

function Outage({ isLong }: { isLong: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 text-note text-warning">
        {isLong && `${checkupMessages.createFailed()}. `}
        {texts.connectionLost()}
      </p>
      {isLong && (
        <Button variant="outline" onClick={retryNow}>
          {texts.tryNow()}
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
    texts.amounts({ sent: fileSize(sentBytes), total: fileSize(totalBytes) }),
    ...(bytesPerSecond ? [texts.speed({ size: fileSize(bytesPerSecond) })] : []),
    ...(secondsLeft ? [describeTimeLeft(secondsLeft)] : []),
  ].join(' · ');
}

function describeTimeLeft(seconds: number): string {
  if (seconds < 60) return texts.secondsLeft();
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return texts.minutesLeft({ minutes });
  return texts.hoursLeft({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
