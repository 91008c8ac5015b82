import { LABEL_MAX } from '@deqiq/contract/imaging/annotation-limits.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as texts from '@deqiq/messages/viewer/notes.js';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

type NoteDialogProps = {
  /** An arrow needs no text. */
  isRequired: boolean;
  onCancel: () => void;
  onSave: (text: string) => void;
};

/** Asks for the text of a note. */
export function NoteDialog({ isRequired, onCancel, onSave }: NoteDialogProps) {
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isValid = !isRequired || text.trim() !== '';
    setInvalid(!isValid);
    if (isValid) onSave(text.trim());
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title={texts.title()}
      description={isRequired ? texts.ofText() : texts.ofArrow()}
      size="sm"
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <label className="grid gap-1.5 text-desk">
          {texts.field()}
          <input
            data-first-focus
            value={text}
            maxLength={LABEL_MAX}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? 'note-error' : undefined}
            className="min-h-11 rounded-field border border-field bg-surface px-3"
          />
          {isInvalid && (
            <span id="note-error" className="text-note text-danger">
              {annotationMessages.noText()}
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
