import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/partner/checkups.js';
import { useQuery } from '@tanstack/react-query';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';

type TextFileProps = { file: FileLink; onDownload: () => void; onClose: () => void };

/** A radiologist's written opinion, shown as plain text over the page. */
export default function TextFile({ file: { name, url }, onDownload, onClose }: TextFileProps) {
  useCloseOnBack(true, onClose);
  const { data, isError, refetch } = useQuery({
    queryKey: ['partner', 'text', url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal });
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {texts.close()}
          </Button>
          <Button onClick={onDownload}>{texts.download()}</Button>
        </>
      }
    >
      {isError && <ErrorPanel message={texts.textFailed()} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Loader />}
      {data !== undefined && (
        <p className="max-w-prose text-body wrap-anywhere whitespace-pre-wrap">{data}</p>
      )}
    </Dialog>
  );
}
