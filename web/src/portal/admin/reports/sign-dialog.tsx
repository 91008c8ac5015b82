import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { signReport } from '@deqiq/contract/reports/report-actions.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import { useForm } from 'react-hook-form';
import { useStaffAccount } from '../../../api/people/staff.ts';
import {
  countersignReport,
  currentReport,
  signReport as sendSignature,
} from '../../../api/reports/diagnostic-reports.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { describeSigner } from '../../examinations/reports/describe-report.ts';

type SignDialogProps = {
  kind: 'sign' | 'countersign';
  /** The version that was read: another one is not signed. */
  report: DiagnosticReport;
  /** Called with the report as it is now, where another change was first. */
  onConflict?: (report: DiagnosticReport) => void;
  onClose: () => void;
};

const words = {
  sign: {
    title: texts.signTitle,
    about: texts.signAbout,
    save: texts.sign,
    done: reportMessages.signed,
    send: sendSignature,
  },
  countersign: {
    title: texts.countersignTitle,
    about: texts.countersignAbout,
    save: texts.countersign,
    done: reportMessages.countersigned,
    send: countersignReport,
  },
} as const;

/** Asks again who signs, by the password or a code. Open as long as it is mounted. */
export function SignDialog({ kind, report, onConflict, onClose }: SignDialogProps) {
  const account = useStaffAccount();
  const { title, about, save, done, send } = words[kind];
  const form = useForm({ defaultValues: { version: report.version, password: '', otp: '' } });
  const { errors, isDirty } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: signReport,
    request: async (parsed) => {
      try {
        await send(report, parsed);
      } catch (error) {
        const current = currentReport(error);
        if (current) onConflict?.(current);
        throw error;
      }
    },
    successMessage: done(),
    errorMessage: texts.signFailed(),
    onSaved: onClose,
  });
  const signer = account?.radiologist ? describeSigner(account.radiologist) : '';
  return (
    <FormDialog
      size="sm"
      title={title()}
      description={about({ signer })}
      save={save()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field label={texts.password()} error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {account?.secondFactor === 'on' && (
        <Field label={texts.code()} error={errors.otp?.message}>
          <TextInput {...form.register('otp')} autoComplete="one-time-code" inputMode="numeric" />
        </Field>
      )}
    </FormDialog>
  );
}
