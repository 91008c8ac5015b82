import * as texts from '@deqiq/messages/viewer/viewer.js';
import { Button } from '../../ui/button.tsx';
import { Loader } from '../../ui/page/page-states.tsx';

type WaitingProps = {
  text: string;
  preview?: string | undefined;
  isLoading?: boolean;
  onRetry?: () => void;
  onDownload?: () => void;
};

/** The preview while nothing sharper can be shown, and why. */
export function Waiting({ text, preview, isLoading = false, onRetry, onDownload }: WaitingProps) {
  return (
    <div className="relative grid min-h-0 grow place-items-center bg-black">
      {preview && (
        <img src={preview} alt="" className="absolute inset-0 size-full object-contain" />
      )}
      <div className="absolute inset-x-0 bottom-0 grid justify-items-center gap-3 p-6 text-center">
        <p role="status" className="rounded-full bg-ink/85 px-4 py-2 text-desk">
          {text}
        </p>
        {(onRetry || onDownload) && (
          <div className="flex flex-wrap justify-center gap-2">
            {onRetry && <Button onClick={onRetry}>{texts.retry()}</Button>}
            {onDownload && (
              <Button variant="outline" onClick={onDownload}>
                {texts.download()}
              </Button>
            )}
          </div>
        )}
      </div>
      {isLoading && !preview && <Loader label={text} />}
    </div>
  );
}
