import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { MAX_KEY_IMAGES } from '@deqiq/contract/reports/report-limits.ts';
import { LINE_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as chartTexts from '@deqiq/messages/portal/tooth-chart.js';
import { Camera, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/text-input.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyImages } from '../../../examinations/reports/key-images.tsx';
import type { BesideProps } from '../../../examinations/viewer/panel.tsx';
import type { ShownPicture } from '../../../examinations/viewer/panel-frame.tsx';
import {
  addKeyImage,
  captionKeyImage,
  removeKeyImage,
  toggleMeasurement,
} from './content-changes.ts';

type AttachmentsProps = Pick<BesideProps, 'checkup' | 'onShow'> &
  ShownPicture & {
    /** The picture beside the report; undefined where there is none. */
    file: string | undefined;
    content: ReportContent;
    /** The tooth that a new key image is about. */
    tooth: number | undefined;
    onChange: (content: ReportContent) => void;
  };

/** Key images and measurements of the viewer, each taken over by one press. */
export function Attachments(props: AttachmentsProps) {
  const { checkup, file, controls, content, tooth, onShow, onChange } = props;
  const take = () => {
    if (!controls || file === undefined) return;
    const caption = tooth && chartTexts.tooth({ number: String(tooth) });
    const view = controls.readView();
    onChange(addKeyImage(content, { file, view, ...(caption && { caption }) }));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <KeyImages
        checkup={checkup}
        images={content.keyImages}
        area="admin"
        onOpen={onShow}
        tools={(image, index) => (
          <div className="flex items-center gap-1">
            <TextInput
              aria-label={texts.caption()}
              placeholder={texts.caption()}
              maxLength={LINE_MAX}
              value={image.caption ?? ''}
              onChange={({ target }) => onChange(captionKeyImage(content, index, target.value))}
              className="min-h-9! px-2! text-note!"
            />
            <IconButton
              label={texts.removeImage()}
              icon={<Trash2 size={16} aria-hidden="true" />}
              variant="danger"
              onClick={() => onChange(removeKeyImage(content, index))}
            />
          </div>
        )}
      />
      {file !== undefined && (
        <Button
          variant="outline"
          disabled={!controls || content.keyImages.length >= MAX_KEY_IMAGES}
          icon={<Camera size={17} aria-hidden="true" />}
          onClick={take}
          className="justify-self-start"
        >
          {texts.takeImage()}
        </Button>
      )}
      <Measurements {...props} />
    </div>
  );
}

function Measurements({ content, measurements, onChange }: AttachmentsProps) {
  // Those of other pictures are named as they were when they were seen.
  const seen = useRef(new Map<string, string>());
  for (const { id, text } of measurements) seen.current.set(id, text);
  const selected = content.measurements;
  const offered = measurements.filter(({ id }) => !selected.includes(id));
  if (selected.length + offered.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="text-desk font-medium">{texts.measurements()}</h3>
      <ul className="grid gap-1 text-desk">
        {selected.map((id) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {seen.current.get(id) ?? texts.otherMeasurement()}
            </span>
            <IconButton
              label={texts.removeMeasurement()}
              icon={<Trash2 size={16} aria-hidden="true" />}
              variant="danger"
              onClick={() => onChange(toggleMeasurement(content, id))}
            />
          </li>
        ))}
        {offered.map(({ id, text }) => (
          <li key={id}>
            <Button
              variant="quiet"
              size="sm"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => onChange(toggleMeasurement(content, id))}
              className="h-auto! w-full justify-start! text-left whitespace-normal!"
            >
              {texts.takeMeasurement({ text })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
