import { LANDMARKS, type Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import * as texts from '@deqiq/messages/viewer/ceph.js';
import { Check, SkipForward, Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { landmarkNames } from '../../annotations/ceph/landmark-names.ts';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import {
  currentLandmark,
  findCeph,
  nextLandmark,
  withoutLast,
} from '../../model/drawing/ceph-content.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { ON_INK } from '../measurements/on-ink.ts';

type CephGuideProps = {
  model: ViewerModel;
  annotations: ReturnType<typeof useAnnotations>;
};

/** The landmark that the next press places: what it is, where, and the list of all. */
export function CephGuide({ model, annotations }: CephGuideProps) {
  const selected = useViewerState(model, (state) => state.landmark);
  const frame = useViewerState(model, (state) => state.frame);
  const found = findCeph(annotations.all, frame);
  const own = found?.isOwn ? found : undefined;
  const placed = own?.content.names ?? [];
  const current = currentLandmark(placed, selected);
  const last = placed.at(-1);
  const takeBack = () => {
    if (!own) return;
    const rest = withoutLast(own.content);
    if (rest) annotations.save(own._id, rest);
    else annotations.remove(own);
    model.update({ landmark: last });
  };
  return (
    <section aria-label={texts.title()} className="grid gap-1.5 px-3 py-2 text-desk">
      {/* Lines enough for every text: the picture must not move between two presses. */}
      <p role="status" className="min-h-[3lh] lg:min-h-[1lh]">
        <span className="text-mist/80 tabular-nums">
          {texts.progress({ placed: placed.length, all: LANDMARKS.length })}
          {' · '}
        </span>
        {current ? texts.place({ name: landmarkNames[current]() }) : texts.done()}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <LandmarkSelect
          placed={placed}
          current={current}
          onChoose={(landmark) => model.update({ landmark })}
        />
        <Button
          variant="quiet"
          size="sm"
          className={ON_INK}
          icon={<SkipForward size={17} aria-hidden="true" />}
          disabled={!current}
          onClick={() => model.update({ landmark: nextLandmark(placed, current) })}
        >
          {texts.skip()}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className={ON_INK}
          icon={<Undo2 size={17} aria-hidden="true" />}
          disabled={!last}
          onClick={takeBack}
        >
          {texts.takeBack()}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className={ON_INK}
          icon={<Check size={17} aria-hidden="true" />}
          onClick={() => model.update({ tool: 'pan' })}
        >
          {texts.finish()}
        </Button>
      </div>
    </section>
  );
}

type LandmarkSelectProps = {
  placed: readonly Landmark[];
  current: Landmark | undefined;
  onChoose: (landmark: Landmark | undefined) => void;
};

/** Chooses a landmark, also one that is placed: the next press moves it. */
function LandmarkSelect({ placed, current, onChoose }: LandmarkSelectProps) {
  return (
    <select
      aria-label={texts.landmark()}
      value={current ?? ''}
      onChange={({ target }) => onChoose(LANDMARKS.find((name) => name === target.value))}
      className="min-h-11 w-19 rounded-field border border-white/20 bg-ink px-2 text-note lg:w-36"
    >
      {!current && <option value="">{texts.chooseLandmark()}</option>}
      {LANDMARKS.map((name) => (
        <option key={name} value={name}>
          {placed.includes(name) ? texts.placed({ name }) : name}
        </option>
      ))}
    </select>
  );
}
