import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMediaQuery } from '../lib/media-query.ts';
import { Waiting } from './controls/waiting.tsx';
import { labels } from './labels.ts';
import { useStage } from './model/use-stage.ts';
import type { Level } from './pixels/level.ts';
import { preloadPicture } from './pixels/loading/open-picture.ts';
import { pictureSource } from './pixels/loading/source.ts';
import type { AnnotationsApi, EarlierExamination, Examination, ViewerFile } from './viewer-file.ts';
import { LeaveFullScreen, useFullScreen, ViewerHeader } from './workspace/viewer-header.tsx';
import { Workspace } from './workspace/workspace.tsx';

export { forgetPreloaded } from './pixels/loading/open-picture.ts';
export type { AnnotationsApi, EarlierExamination, Examination, ViewerFile } from './viewer-file.ts';

// Not needed for the first picture.
const Comparison = lazy(async () => ({
  default: (await import('./workspace/comparison.tsx')).Comparison,
}));

export type ViewerProps = {
  /** Whose pictures they are, and of what examination; '' where neither is known. */
  subject: string;
  /** The same in parts, for what is saved, printed and shared. */
  examination: Examination;
  files: readonly ViewerFile[];
  /** The shown file. */
  fileId: string;
  onFile: (fileId: string) => void;
  onClose: () => void;
  onDownload: (fileId: string) => void;
  /** Requests new links: the former ones have run out. */
  onExpired: () => Promise<unknown>;
  annotations: AnnotationsApi;
  earlier: readonly EarlierExamination[];
  /** The button that shares the examination, where the reader may. */
  share?: ReactNode;
};

/** Requests metadata and the first level of a file before the viewer opens. `url`: `imaging.url`. */
export const preloadFile = (url: string, kind: 'image' | 'stack' | 'volume'): void =>
  preloadPicture(pictureSource(url), { kind });

/** A phone's toolbar is below the picture; a desk has it beside, with the panel of settings. */
const DESK = '(min-width: 64rem)';

/** The X-ray viewer over the whole window. */
export function Viewer(props: ViewerProps) {
  const { subject, examination, files, fileId, onFile, onClose, onDownload, onExpired } = props;
  const { annotations, earlier } = props;
  const file = files.find(({ id }) => id === fileId) ?? files[0];
  const [isPrivate, setPrivate] = useState(false);
  const [isFull, toggleFull] = useFullScreen();
  const [compared, setCompared] = useState<ViewerFile>();
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
  return (
    <main
      aria-label={labels.viewer}
      className="fixed inset-0 z-30 flex flex-col overflow-hidden bg-ink text-mist"
    >
      <title>{`${(!isPrivate && file?.name) || labels.viewer} · Dəqiq Diaqnostika`}</title>
      {isFull ? <LeaveFullScreen onPress={toggleFull} /> : header}
      {file ? (
        <FileView
          key={file.id}
          file={file}
          annotations={annotations}
          earlier={earlier}
          compared={compared}
          isFull={isFull}
          examination={isPrivate ? { ...examination, patient: '' } : examination}
          onCompare={setCompared}
          onDownload={() => onDownload(file.id)}
          onExpired={onExpired}
          isPrivate={isPrivate}
        />
      ) : (
        <Waiting text={labels.noPixels} />
      )}
    </main>
  );
}

type FileViewProps = Pick<ViewerProps, 'annotations' | 'earlier' | 'examination' | 'onExpired'> & {
  file: ViewerFile;
  /** Names are not shown, and not read out. */
  isPrivate: boolean;
  isFull: boolean;
  compared: ViewerFile | undefined;
  onCompare: (file: ViewerFile | undefined) => void;
  onDownload: () => void;
};

/** A stack opens in its middle. */
const isReadable = (level: Level | undefined) =>
  level && (level.kind !== 'stack' || level.ready * 2 > level.slices);

/** One file: its preview until the first pixels are there, then the workspace. */
function FileView(props: FileViewProps) {
  const { file, compared, onCompare, onDownload, onExpired } = props;
  const isDesk = useMediaQuery(DESK);
  const stage = useStage(file, isDesk);
  const { drawing, picture, model, isLost } = stage;
  const retry = () => {
    void onExpired().finally(picture.retry);
  };
  const hasPixels = file.photoUrl !== undefined || file.derivedUrl !== undefined;
  const { previewUrl: preview } = file;
  if (!hasPixels || (drawing && !drawing.renderer)) {
    const text = hasPixels
      ? labels.noWebGl
      : file.state === 'pending'
        ? labels.pending
        : labels.noPixels;
    return <Waiting text={text} preview={preview ?? file.photoUrl} onDownload={onDownload} />;
  }
  if (picture.failure && !picture.level)
    return (
      <Waiting text={labels.failed} preview={preview} onRetry={retry} onDownload={onDownload} />
    );
  const isShown = model && (isReadable(picture.level) || picture.hasBitmap);
  if (!isShown || !drawing?.renderer)
    return <Waiting text={labels.loading} preview={preview} isLoading />;
  return (
    <Workspace
      {...props}
      model={model}
      picture={picture}
      isDesk={isDesk}
      isLost={isLost}
      canvas={drawing.canvas}
      renderer={drawing.renderer}
      beside={
        compared && (
          <Suspense>
            <Comparison
              key={compared.id}
              file={compared}
              model={model}
              onClose={() => onCompare(undefined)}
            />
          </Suspense>
        )
      }
    />
  );
}
