import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { Button } from '../../ui/button.tsx';
import { LevelBadge } from '../controls/level-badge.tsx';
import { isAverageArch, needsArch } from '../model/arch/use-arch.ts';
import { canFinish } from '../model/drawing/draft.ts';
import type { LoadedPicture } from '../model/picture/use-picture.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { ViewerFile } from '../viewer-file.ts';

type StageNotesProps = {
  file: ViewerFile;
  model: ViewerModel;
  picture: LoadedPicture;
  isLost: boolean;
  onFinish: () => void;
  onCancel: () => void;
};

/** The level, the value under the pointer, warnings, and the end of a drawing. They do not move the picture. */
export function StageNotes(props: StageNotesProps) {
  const { file, model, picture, isLost, onFinish, onCancel } = props;
  const draft = useViewerState(model, (state) => state.draft);
  const full = model.subject.metadata.levels.find(({ scale }) => scale === 1);
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 top-0 flex flex-wrap items-start justify-between gap-2 p-2 *:pointer-events-auto">
        {file.derivedUrl && (
          <LevelBadge
            level={picture.level}
            progress={picture.progress}
            fullBytes={picture.isTooLarge ? 0 : countBytes(full)}
            isByParts={full?.brick !== undefined}
            onLoadFull={picture.loadFull}
          />
        )}
        <HoverValue model={model} />
      </div>
      <Warnings model={model} picture={picture} isLost={isLost} />
      {draft && canFinish(draft) && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center gap-2">
          <Button onClick={onFinish}>{texts.finish()}</Button>
          <Button variant="outline" onClick={onCancel}>
            {texts.cancel()}
          </Button>
        </div>
      )}
    </>
  );
}

const countBytes = (level: PackLevel | undefined): number =>
  level?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;

type WarningsProps = Pick<StageNotesProps, 'model' | 'picture' | 'isLost'>;

/** Why the picture is not what the user expects. */
function Warnings({ model, picture, isLost }: WarningsProps) {
  const isArchMissing = useViewerState(model, (state) => needsArch(state) && isAverageArch(state));
  return (
    <>
      {(isLost || picture.isTooLarge) && (
        <p
          role="status"
          className="absolute inset-x-0 top-14 mx-auto w-fit rounded-full bg-ink/85 px-4 py-2 text-note"
        >
          {isLost ? texts.contextLost() : texts.tooLarge()}
        </p>
      )}
      {isArchMissing && (
        <p className="pointer-events-none absolute inset-x-0 top-14 mx-auto w-fit max-w-xs rounded-card bg-ink/85 px-4 py-2 text-center text-note">
          {texts.archMissing()}
        </p>
      )}
      {picture.failure && (
        <div
          role="alert"
          className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-3 rounded-card bg-ink/90 px-4 py-2 text-note"
        >
          {texts.levelFailed()}
          <Button size="sm" variant="outline" onClick={picture.retry}>
            {texts.retry()}
          </Button>
        </div>
      )}
    </>
  );
}

function HoverValue({ model }: { model: ViewerModel }) {
  const value = useViewerState(model, (state) => state.hovered);
  const { unit } = model.subject.metadata;
  if (value === undefined) return null;
  return (
    <p className="rounded-full bg-ink/80 px-2.5 py-1 text-note tabular-nums">
      {texts.greyValue({ value: `${Math.round(value)}${unit && ` ${unit}`}` })}
    </p>
  );
}
