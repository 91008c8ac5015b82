import { CALIBRATION_LENGTH } from '@deqiq/contract/imaging/annotation-limits.ts';
import * as texts from '@deqiq/messages/viewer/calibration.js';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

type CalibrationDialogProps = {
  onCancel: () => void;
  onSave: (millimetres: number) => void;
};

/** Asks for the true length of the drawn line. */
export function CalibrationDialog({ onCancel, onSave }: CalibrationDialogProps) {
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const millimetres = Number(text.trim().replace(',', '.'));
    const isValid = millimetres >= CALIBRATION_LENGTH.min && millimetres <= CALIBRATION_LENGTH.max;
    setInvalid(!isValid);
    if (isValid) onSave(millimetres);
  };
  return (
    <Dialog open onClose={onCancel} title={texts.title()} description={texts.text()} size="sm">
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <label className="grid gap-1.5 text-desk">
          {texts.field()}
          <input
            data-first-focus
            inputMode="decimal"
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? 'calibration-error' : undefined}
            className="min-h-11 rounded-field border border-field bg-surface px-3"
          />
          {isInvalid && (
            <span id="calibration-error" className="text-note text-danger">
              {texts.invalid()}
            </span>
          )}
        </label>
        <Button type="submit" variant="primary">
          {texts.save()}
        </Button>
      </form>
    </Dialog>
  );
}
