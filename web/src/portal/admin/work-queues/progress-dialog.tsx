import {
  updateProgress,
  type WorkProgress,
  type WorkQueue,
  type WorkStatus,
} from '@deqiq/contract/desk/work-queues.ts';
import * as workQueueMessages from '@deqiq/messages/desk/work-queues.js';
import * as texts from '@deqiq/messages/office/work-progress.js';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { currentProgress, saveProgress } from '../../../api/desk/work-queues.ts';
import { Field } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextArea } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { PhoneNumber } from '../list/rows/cells.tsx';
import { listWorkStates, listWorkStatusOptions, Progress, type QueueEntry } from './progress.tsx';

type ProgressDialogProps = {
  queue: WorkQueue;
  entry: QueueEntry;
  /** Name of the waiting person. */
  person: string;
  phone?: string;
  onClose: () => void;
};

const schema = updateProgress.omit({ version: true });

/** Sets state and note of an entry. A faster colleague's change is shown; the next save replaces it. */
export function ProgressDialog({ queue, entry, person, phone, onClose }: ProgressDialogProps) {
  const form = useForm<{ status: WorkStatus; note: string }>({
    defaultValues: { status: entry.status, note: entry.note },
  });
  const [current, setCurrent] = useState<WorkProgress>(entry);
  const { submit, busy } = useSave({
    form,
    schema,
    confirmation: ({ status }) => ({
      title: texts.areYouSure(),
      text: texts.saveText({ person, status: listWorkStates()[status].text }),
      confirm: texts.saveConfirm(),
    }),
    request: async (input) => {
      try {
        await saveProgress(queue, entry._id, { ...input, version: current.version });
      } catch (error) {
        setCurrent(currentProgress(error) ?? current);
        throw error;
      }
    },
    successMessage: workQueueMessages.saved(),
    errorMessage: workQueueMessages.saveFailed(),
    onSaved: onClose,
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      size="sm"
      title={texts.title()}
      description={person}
      save={texts.save()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      {phone && (
        <p className="text-desk">
          <PhoneNumber>{phone}</PhoneNumber>
        </p>
      )}
      {current !== entry && (
        <div className="grid gap-1.5 rounded-field bg-sunken p-3 text-desk" role="status">
          <p className="font-medium">{texts.changedByColleague()}</p>
          <Progress {...current} />
        </div>
      )}
      <Field label={texts.status()} required error={errors.status?.message}>
        <Controller
          name="status"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select
              name="status"
              value={value}
              onChange={onChange}
              options={listWorkStatusOptions()}
            />
          )}
        />
      </Field>
      <Field label={texts.note()} error={errors.note?.message}>
        <TextArea {...form.register('note')} rows={3} />
      </Field>
    </FormDialog>
  );
}
