import * as texts from '@deqiq/messages/viewer/viewer.js';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { clinic } from '../lib/clinic.ts';
import { cx } from '../lib/cx.ts';
import { Waiting } from './controls/waiting.tsx';
import { preloadPicture } from './pixels/loading/open-picture.ts';
import { pictureSource } from './pixels/loading/source.ts';
import {
  type AnnotationsApi,
  type EarlierExamination,
  type Examination,
  hideNames,
  type RenewFile,
  type ViewerFile,
} from './viewer-file.ts';
import type { ViewerLink } from './viewer-link.ts';
import { FileView } from './workspace/file-view.tsx';
import { LeaveFullScreen, useFullScreen, ViewerHeader } from './workspace/viewer-header.tsx';

export { forgetPreloaded } from './pixels/loading/open-picture.ts';
export type { AnnotationsApi, EarlierExamination, Examination, ViewerFile } from './viewer-file.ts';

export type { ImagePoint, MeasuredText, ViewerControls, ViewerLink } from './viewer-link.ts';

const ScanView = lazy(async () => ({
  default: (await import('./workspace/scan/scan-view.tsx')).ScanView,
}));

export type ViewerProps = {
  /** Whose pictures they are, and of what examination; '' where neither is known. */
  subject: string;
  /** The same in parts, for what is saved, printed and shared. */
  examination: Examination;
  files: readonly ViewerFile[];
  fileId: string;
  onFile: (fileId: string) => void;
  onClose: () => void;
  onDownload: (fileId: string) => void;
  renewFile: RenewFile;
  annotations: AnnotationsApi;
  /** undefined until they are loaded. */
  earlier: readonly EarlierExamination[] | undefined;
  /** A picture that is shown beside the file until the reader chooses another one or closes it. */
  beside?: ViewerFile | undefined;
  /** A field of the settings that turns that on. */
  besideChoice?: ReactNode;
  /** The button that shares the examination, where the reader may. */
  share?: ReactNode;
  link?: ViewerLink | undefined;
  /** Beside the picture on a desk; below it on a phone. It places itself. */
  panel?: ReactNode;
};

/** Requests metadata and the first level of a file before the viewer opens. `url`: `imaging.url`. */
export const preloadFile = (url: string, kind: 'image' | 'stack' | 'volume'): void =>
  preloadPicture(pictureSource(url), { kind });

export function Viewer(props: ViewerProps) {
  const { subject, examination, files, fileId, onFile, onClose, onDownload, renewFile } = props;
  const { annotations } = props;
  const file = files.find(({ id }) => id === fileId) ?? files[0];
  const [isPrivate, setPrivate] = useState(false);
  const [isFull, toggleFull] = useFullScreen();
  // The reader's choice; null where it is none.
  const [compared, setCompared] = useState<ViewerFile | null>();
  const earlier = isPrivate
    ? props.earlier?.map((one) => ({ ...one, files: hideNames(one.files) }))
    : props.earlier;
  const beside = compared === undefined ? props.beside : compared;
  const hasPanel = Boolean(props.panel) && !isFull;
  const header = (
    <ViewerHeader
      subject={subject}
      files={files}
      file={file}
      onFile={onFile}
      onClose={onClose}
      isPrivate={isPrivate}
      onDownload={() => file && onDownload(file.id)}
      onPrivacy={() => setPrivate(!isPrivate)}
      onFull={toggleFull}
      share={props.share}
    />
  );
  const main = (
    <main
      aria-label={texts.viewer()}
      className={cx(
        'fixed inset-0 z-30 flex flex-col overflow-hidden bg-ink text-mist',
        hasPanel && 'max-lg:portrait:bottom-[55dvh] max-lg:landscape:right-[50vw] lg:right-112',
      )}
    >
      <title>{`${(!isPrivate && file?.name) || texts.viewer()} · ${clinic.name}`}</title>
      {isFull ? <LeaveFullScreen onPress={toggleFull} /> : header}
      {file?.kind === 'surface' ? (
        <Suspense>
          <ScanView
            key={file.id}
            file={file}
            isPrivate={isPrivate}
            onDownload={() => onDownload(file.id)}
            renewFile={renewFile}
          />
        </Suspense>
      ) : file ? (
        <FileView
          key={file.id}
          file={file}
          pictures={{ files, onFile }}
          annotations={annotations}
          earlier={earlier}
          earlierChoice={props.besideChoice}
          compared={beside && isPrivate ? { ...beside, name: '' } : (beside ?? undefined)}
          isFull={isFull}
          examination={isPrivate ? { ...examination, patient: '' } : examination}
          onCompare={(picture) => setCompared(picture ?? null)}
          onDownload={() => onDownload(file.id)}
          renewFile={renewFile}
          isPrivate={isPrivate}
          link={props.link}
          isNarrow={hasPanel}
        />
      ) : (
        <Waiting text={texts.noPixels()} />
      )}
    </main>
  );
  return (
    <>
      {main}
      {hasPanel && props.panel}
    </>
  );
}
