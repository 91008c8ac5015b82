import { CALIBRATION_LENGTH, LABEL_MAX } from '@deqiq/contract/imaging/annotation-limits.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as calibration from '@deqiq/messages/viewer/calibration.js';
import * as notes from '@deqiq/messages/viewer/notes.js';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { Answer } from '../../model/drawing/finish-drawing.ts';
import type { Question } from '../../model/tools.ts';

type Asked = {
  readonly title: () => string;
  readonly text: () => string;
  readonly field: () => string;
  readonly invalid: () => string;
  readonly input: ComponentProps<'input'>;
  /** undefined where the text is no answer. */
  readonly read: (text: string) => Answer | undefined;
};

const note = {
  title: notes.title,
  field: notes.field,
  invalid: annotationMessages.noText,
  input: { maxLength: LABEL_MAX },
} as const;

const questions: Readonly<Record<Question, Asked>> = {
  length: {
    title: calibration.title,
    text: calibration.text,
    field: calibration.field,
    invalid: calibration.invalid,
    input: { inputMode: 'decimal' },
    read(text) {
      const millimetres = Number(text.replace(',', '.'));
      const { min, max } = CALIBRATION_LENGTH;
      return millimetres >= min && millimetres <= max ? { millimetres } : undefined;
    },
  },
  text: { ...note, text: notes.ofText, read: (label) => (label ? { label } : undefined) },
  // An arrow needs no text.
  caption: { ...note, text: notes.ofArrow, read: (label) => ({ label }) },
};

type QuestionDialogProps = {
  question: Question;
  onCancel: () => void;
  onAnswer: (answer: Answer) => void;
};

/** Asks for what a drawing needs before it is saved. */
export function QuestionDialog({ question, onCancel, onAnswer }: QuestionDialogProps) {
  const { title, text: description, field, invalid, input, read } = questions[question];
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answer = read(text.trim());
    setInvalid(!answer);
    if (answer) onAnswer(answer);
  };
  return (
    <Dialog open onClose={onCancel} title={title()} description={description()} size="sm">
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <label className="grid gap-1.5 text-desk">
          {field()}
          <input
            {...input}
            data-first-focus
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? 'question-error' : undefined}
            className="min-h-11 rounded-field border border-field bg-surface px-3"
          />
          {isInvalid && (
            <span id="question-error" className="text-note text-danger">
              {invalid()}
            </span>
          )}
        </label>
        <Button type="submit" variant="primary">
          {calibration.save()}
        </Button>
      </form>
    </Dialog>
  );
}
