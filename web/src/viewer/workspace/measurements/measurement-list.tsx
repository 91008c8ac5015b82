import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { Trash2, Undo2 } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { findClearances } from '../../annotations/clearance.ts';
import { isDrawn } from '../../annotations/kinds.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import { describeClearance, describeSize, describeTooth } from '../../annotations/measurements.ts';
import { describeNeighbour, findNeighbour } from '../../annotations/neighbours.ts';
import { PanelSection } from '../../controls/panel-section.tsx';
import { authorNames } from '../../export/measurement-rows.ts';
import type { Point3 } from '../../geometry/vectors.ts';
import { nameAnnotation } from '../../model/drawing/annotation-names.ts';
import { CanalSettings } from './canal-settings.tsx';
import { ImplantSettings, NominalSizes } from './implant-settings.tsx';
import { ProfilePlot } from './profile-plot.tsx';
import { ToothField } from './tooth-field.tsx';

type MeasurementListProps = {
  annotations: readonly Annotation[];
  scale: MeasureScale;
  selected: string | undefined;
  onSelect: (annotation: Annotation) => void;
  onRemove: (annotation: Annotation) => void;
  onLabel: (annotation: Annotation, label: string) => void;
  /** While a slider moves. */
  onPreview: (annotation: Annotation, content: AnnotationContent) => void;
  onContent: (annotation: Annotation, content: AnnotationContent) => void;
  /** Shows a point of a canal in its cross-section. */
  onShowPoint: (point: Point3) => void;
  onUndo: (() => void) | undefined;
};

/** Every annotation as text: what is measured, by whom and when. It is also their accessible form. */
export function MeasurementList(props: MeasurementListProps) {
  const { annotations, onUndo } = props;
  const listed = annotations.filter(({ content }) => isDrawn(content) || content.kind === 'arch');
  return (
    <PanelSection title={texts.measurements()}>
      {listed.length === 0 && <p className="text-note text-mist/80">{texts.noMeasurements()}</p>}
      <ul className="grid gap-1">
        {listed.map((annotation) => (
          <MeasurementItem key={annotation._id} {...props} annotation={annotation} />
        ))}
      </ul>
      {onUndo && (
        <Button
          variant="outline"
          size="sm"
          icon={<Undo2 size={17} aria-hidden="true" />}
          onClick={onUndo}
        >
          {viewerTexts.undo()}
        </Button>
      )}
    </PanelSection>
  );
}

function MeasurementItem(props: MeasurementListProps & { annotation: Annotation }) {
  const { annotation, annotations, scale, selected, onSelect, onRemove, onLabel } = props;
  const { content } = annotation;
  const isSelected = annotation._id === selected;
  const isEdited = annotation.isOwn && isSelected;
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-field px-2 py-1',
        isSelected && 'bg-white/10',
      )}
    >
      <button type="button" onClick={() => onSelect(annotation)} className="min-h-11 text-left">
        <span className="block tabular-nums">
          {describeKind(content, scale)}
          <ClearanceText annotation={annotation} annotations={annotations} scale={scale} />
        </span>
        <span className="block text-note text-mist/70">
          {[authorNames[annotation.author.role](), annotation.author.name]
            .filter(Boolean)
            .join(' · ')}
          {' · '}
          {formatMoment(annotation.updatedAt)}
        </span>
      </button>
      {annotation.isOwn && (
        <IconButton
          label={texts.remove({ name: nameAnnotation(content) })}
          icon={<Trash2 size={17} aria-hidden="true" />}
          variant="danger"
          className="text-mist!"
          onClick={() => onRemove(annotation)}
        />
      )}
      {isEdited && (
        <input
          aria-label={texts.label()}
          placeholder={texts.label()}
          defaultValue={annotation.label}
          maxLength={80}
          onBlur={({ target }) => {
            const label = target.value.trim();
            // A text is its label.
            if (label === '' && content.kind === 'text') target.value = annotation.label;
            else if (label !== annotation.label) onLabel(annotation, label);
          }}
          className="col-span-2 min-h-11 rounded-field border border-white/20 bg-transparent px-3"
        />
      )}
      {isEdited && isDrawn(content) && content.kind !== 'ceph' && (
        <ToothField content={content} onChange={(next) => props.onContent(annotation, next)} />
      )}
      {isSelected && content.kind === 'profile' && <ProfilePlot content={content} scale={scale} />}
      {isEdited && content.kind === 'implant' && (
        <ImplantSettings
          implant={content}
          onChange={(next) => props.onPreview(annotation, next)}
          onCommit={(next) => props.onContent(annotation, next)}
        />
      )}
      {isSelected && content.kind === 'implant' && content.system && (
        <NominalSizes system={content.system} />
      )}
      {isEdited && content.kind === 'canal' && (
        <CanalSettings
          key={annotation._id}
          canal={content}
          onShowPoint={props.onShowPoint}
          onChange={(next) => props.onPreview(annotation, next)}
          onCommit={(next) => props.onContent(annotation, next)}
        />
      )}
      {annotation.label && !isSelected && (
        <p className="col-span-2 text-note wrap-anywhere">{annotation.label}</p>
      )}
    </li>
  );
}

/** "Uzunluq: 12,4 ± 0,2 mm", or the kind alone, as of an arch, which has no size. */
const describeKind = (content: AnnotationContent, scale: MeasureScale): string =>
  [
    [nameAnnotation(content), describeSize(content, scale)].filter(Boolean).join(': '),
    describeTooth(content),
  ]
    .filter(Boolean)
    .join(' · ')
    // No line ends between the sign and its figure.
    .replaceAll('Ø ', 'Ø\u00a0');

type ClearanceTextProps = Pick<MeasurementListProps, 'annotations' | 'scale'> & {
  annotation: Annotation;
};

const warningColours = {
  none: undefined,
  near: 'text-[#f5c26b]',
  close: 'text-[#ff8f85]',
} as const;

/** How far structures and the next implant are; nothing where that is not measured. */
function ClearanceText({ annotation, annotations, scale }: ClearanceTextProps) {
  const clearances = findClearances(annotation.content, annotations, scale);
  const neighbour = findNeighbour(annotation.content, annotations, scale);
  return (
    <>
      {clearances.map((clearance) => (
        <span
          key={clearance.structure}
          className={cx('block tabular-nums', warningColours[clearance.warning])}
        >
          {describeClearance(clearance)}
        </span>
      ))}
      {neighbour && (
        <span className={cx('block tabular-nums', warningColours[neighbour.warning])}>
          {describeNeighbour(neighbour)}
        </span>
      )}
    </>
  );
}
