import * as texts from '@deqiq/messages/viewer/ceph.js';
import { RotateCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { superimpose } from '../../annotations/ceph/superimpose.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { Ceph } from '../../model/drawing/ceph-content.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { ON_INK } from '../measurements/on-ink.ts';
import {
  type EarlierCephOptions,
  type EarlierTracing,
  useEarlierCeph,
} from './use-earlier-ceph.ts';

type EarlierSelectProps = EarlierCephOptions & {
  model: ViewerModel;
  ceph: Ceph;
  scale: MeasureScale;
};

/** Chooses the earlier tracing that is drawn over this one, and says how they lie over each other. */
export function EarlierSelect({ model, ceph, scale, ...options }: EarlierSelectProps) {
  const { query, hasFiles } = useEarlierCeph(options);
  const selected = useViewerState(model, (state) => state.earlierCeph);
  if (!hasFiles) return null;
  if (query.isError)
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-note">
        <p>{texts.earlierFailed()}</p>
        <Button
          variant="quiet"
          size="sm"
          className={ON_INK}
          icon={<RotateCw size={17} aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          {texts.tryAgain()}
        </Button>
      </div>
    );
  if (!query.data) return <p className="text-note text-mist/80">{texts.earlierLoading()}</p>;
  if (query.data.length === 0) return <p className="text-note text-mist/80">{texts.noEarlier()}</p>;
  const lies = selected && superimpose(selected, { ceph, picture: scale.picture });
  return (
    <div className="grid gap-1.5 text-note">
      <TracingSelect
        tracings={query.data}
        value={selected?.fileId ?? ''}
        onChoose={(earlierCeph) => model.update({ earlierCeph })}
      />
      {selected && (
        <p role="status" className="text-mist/80">
          {!lies ? texts.needsBase() : lies.isTrueSize ? texts.inMillimetres() : texts.byLength()}
        </p>
      )}
    </div>
  );
}

type TracingSelectProps = {
  tracings: readonly EarlierTracing[];
  value: string;
  onChoose: (tracing: EarlierTracing | undefined) => void;
};

const TracingSelect = ({ tracings, value, onChoose }: TracingSelectProps) => (
  <label className="grid gap-1">
    <span className="text-mist/80">{texts.earlierTracing()}</span>
    <select
      value={value}
      onChange={({ target }) => onChoose(tracings.find(({ fileId }) => fileId === target.value))}
      className="min-h-11 w-full rounded-field border border-white/20 bg-ink px-2"
    >
      <option value="">{texts.noComparison()}</option>
      {tracings.map(({ fileId, title }) => (
        <option key={fileId} value={fileId}>
          {title}
        </option>
      ))}
    </select>
  </label>
);
