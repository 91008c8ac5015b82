import { updateAccount as schema } from '@deqiq/contract/people/account.ts';
import type { Partner } from '@deqiq/contract/people/partners.ts';
import * as texts from '@deqiq/messages/partner/account-details.js';
import * as accountMessages from '@deqiq/messages/people/account.js';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { updateAccount } from '../../../api/people/account.ts';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { showServerError } from '../../../ui/form/show-errors.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { Card, FormButtons } from './details-card.tsx';

type ClinicProps = { partner: Pick<Partner, 'clinicName' | 'instagram'> };

/** The clinic's name and Instagram: shown, or edited from what is shown. */
export function ClinicDetails({ partner }: ClinicProps) {
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title={texts.clinic()}
      editing={editing}
      edit={texts.edit()}
      onEdit={() => setEditing(true)}
    >
      {editing ? (
        <ClinicForm partner={partner} onClose={() => setEditing(false)} />
      ) : (
        <dl className="grid gap-3">
          <Shown label={texts.clinicName()} value={partner.clinicName} />
          <Shown label={texts.instagram()} value={partner.instagram} />
        </dl>
      )}
    </Card>
  );
}

function Shown({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-note text-muted">{label}</dt>
      <dd className={value ? 'wrap-anywhere' : 'text-muted'}>{value || texts.notSet()}</dd>
    </div>
  );
}

/** Mounted only in edit mode, so that unsaved input is discarded with it. */
function ClinicForm({ partner, onClose }: ClinicProps & { onClose: () => void }) {
  const form = useForm({
    defaultValues: { clinicName: partner.clinicName, instagram: partner.instagram },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ clinicName = '', instagram = '' }) => {
    try {
      await updateAccount({ clinicName, instagram });
    } catch (error) {
      return showServerError(form, error, accountMessages.detailsFailed());
    }
    toast.success(accountMessages.detailsUpdated());
    onClose();
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label={texts.clinicName()} error={errors.clinicName?.message}>
        <TextInput {...form.register('clinicName')} autoComplete="organization" autoFocus />
      </Field>
      <Field label={texts.instagram()} error={errors.instagram?.message}>
        <TextInput
          {...form.register('instagram')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <FormButtons busy={isSubmitting} onCancel={onClose} />
    </form>
  );
}
