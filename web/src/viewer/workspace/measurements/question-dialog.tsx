import type { Answer } from '../../model/drawing/finish-drawing.ts';
import type { Question } from '../../model/tools.ts';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';

type QuestionDialogProps = {
  question: Question;
  onCancel: () => void;
  onAnswer: (answer: Answer) => void;
};

/** Asks for what a drawing needs before it is saved. */
export function QuestionDialog({ question, onCancel, onAnswer }: QuestionDialogProps) {
  return question === 'length' ? (
    <CalibrationDialog onCancel={onCancel} onSave={(millimetres) => onAnswer({ millimetres })} />
  ) : (
    <NoteDialog
      isRequired={question === 'text'}
      onCancel={onCancel}
      onSave={(label) => onAnswer({ label })}
    />
  );
}
