import { sendComplaint as schema } from '@deqiq/contract/office/complaints.ts';
import * as complaintMessages from '@deqiq/messages/office/complaints.js';
import * as texts from '@deqiq/messages/partner/account.js';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { sendComplaint } from '../../../api/office/own-complaints.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea } from '../../../ui/field/text-input.tsx';
import { showServerError } from '../../../ui/form/show-errors.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { readDraft, storeDraft } from '../drafts.ts';

/** A complaint or suggestion; the box is empty again once it has been sent. */
export function ComplaintBox() {
  const form = useForm({
    defaultValues: { message: readDraft('complaint') ?? '' },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => storeDraft('complaint', values.message),
      }),
    [form],
  );

  const submit = form.handleSubmit(async ({ message }) => {
    try {
      await sendComplaint(message);
    } catch (error) {
      return showServerError(form, error, complaintMessages.sendFailed());
    }
    form.reset({ message: '' });
    toast.success(complaintMessages.sent());
  });

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <h2 className="text-title">{texts.complaint()}</h2>
      <Field label={texts.message()} error={errors.message?.message}>
        <TextArea {...form.register('message')} rows={4} placeholder={texts.messageExample()} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        className="justify-self-start max-md:w-full"
      >
        {texts.send()}
      </Button>
    </form>
  );
}
