import * as texts from '@deqiq/messages/viewer/viewer.js';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Waiting } from '../controls/waiting.tsx';
import { useStage } from '../model/use-stage.ts';
import type { Level } from '../pixels/level.ts';
import {
  type AnnotationsApi,
  type EarlierExamination,
  type Examination,
  hasPixels,
  type PictureChoice,
  type RenewFile,
  type ViewerFile,
} from '../viewer-file.ts';
import type { ViewerLink } from '../viewer-link.ts';
import { Workspace } from './workspace.tsx';

// Not needed for the first picture.
const Comparison = lazy(async () => ({
  default: (await import('./comparison/comparison.tsx')).Comparison,
}));

/** A phone's toolbar is below the picture; a desk has it beside, with the panel of settings. */
const DESK = '(min-width: 64rem)';

type FileViewProps = {
  file: ViewerFile;
  pictures: PictureChoice;
  examination: Examination;
  annotations: AnnotationsApi;
  earlier: readonly EarlierExamination[] | undefined;
  earlierChoice: ReactNode;
  /** Names are not shown, and not read out. */
  isPrivate: boolean;
  isFull: boolean;
  link: ViewerLink | undefined;
  /** A panel takes a part of the window. */
  isNarrow: boolean;
  compared: ViewerFile | undefined;
  onCompare: (file: ViewerFile | undefined) => void;
  onDownload: () => void;
  renewFile: RenewFile;
};

/** A stack opens in its middle. */
const isReadable = (level: Level | undefined) =>
  level && (level.kind !== 'stack' || level.ready * 2 > level.slices);

/** One file: its preview until the first pixels are there, then the workspace. */
export function FileView(props: FileViewProps) {
  const { file, compared, onCompare, onDownload, renewFile } = props;
  const isDesk = useMediaQuery(DESK) && !props.isNarrow;
  const stage = useStage(file, { isDesk, renewFile });
  const { drawing, picture, model, isLost } = stage;
  const { previewUrl: preview } = file;
  if (!hasPixels(file) || (drawing && !drawing.renderer)) {
    const text = hasPixels(file)
      ? texts.noWebGl()
      : file.state === 'pending'
        ? texts.pending()
        : texts.noPixels();
    return <Waiting text={text} preview={preview ?? file.photoUrl} onDownload={onDownload} />;
  }
  if (picture.failure && !picture.level)
    return (
      <Waiting
        text={texts.failed()}
        preview={preview}
        onRetry={picture.retry}
        onDownload={onDownload}
      />
    );
  const isShown = model && (isReadable(picture.level) || picture.hasBitmap);
  if (!isShown || !drawing?.renderer)
    return <Waiting text={texts.loading()} preview={preview} isLoading />;
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
              renewFile={renewFile}
              model={model}
              renderer={drawing.renderer}
              title={findTitle(props.earlier, compared)}
              onClose={() => onCompare(undefined)}
            />
          </Suspense>
        )
      }
    />
  );
}

const findTitle = (
  earlier: readonly EarlierExamination[] | undefined,
  { id }: ViewerFile,
): string => earlier?.find(({ files }) => files.some((file) => file.id === id))?.title ?? '';
