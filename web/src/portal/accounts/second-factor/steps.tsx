import type { SecondFactorStarted } from '@deqiq/contract/people/second-factor.ts';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { lazy, Suspense, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { describeError } from '../../../api/http/http-error.ts';
import type { Proof } from '../../../api/people/second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { showServerError } from '../../../ui/form/show-errors.ts';

const QrCode = lazy(() => import('./qr-code.tsx'));

type ProofFormProps = {
  /** Whether the factor is active: a code is then required too. */
  withCode: boolean;
  text: string;
  submit: string;
  danger?: boolean;
  onProof: (proof: Proof) => Promise<void>;
};

/** Requires the password again, and a code if the factor is active. */
export function ProofForm({ withCode, text, submit, danger, onProof }: ProofFormProps) {
  const form = useForm<Proof>({ defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (proof) => {
    try {
      await onProof(proof);
    } catch (error) {
      await showServerError(form, error, secondFactorMessages.failed());
    }
  });
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
      <p className="text-desk text-muted">{text}</p>
      <Field label={texts.password()} error={errors.password?.message}>
        <PasswordInput
          {...form.register('password', { required: secondFactorMessages.passwordMissing() })}
        />
      </Field>
      {withCode && (
        <Field label={texts.code()} hint={texts.codeHint()} error={errors.code?.message}>
          <TextInput
            {...form.register('code', { required: secondFactorMessages.codeMissing() })}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSubmitting}>
        {submit}
      </Button>
    </form>
  );
}

type ScanFormProps = {
  started: SecondFactorStarted;
  confirm: (code: string) => Promise<{ recoveryCodes: string[] }>;
  onDone: (codes: string[]) => void;
};

/** Shows the secret for the app and verifies its first code. */
export function ScanForm({ started, confirm, onDone }: ScanFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The password field that had the focus is removed. The dialog takes the focus that nothing has, a frame later.
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setFocus('code'));
    });
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  const send = form.handleSubmit(async ({ code }) => {
    try {
      onDone((await confirm(code)).recoveryCodes);
    } catch (error) {
      form.setError('code', { message: describeError(error, secondFactorMessages.failed()) });
      form.setFocus('code', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
      <p className="text-desk text-muted">{texts.scan()}</p>
      <Suspense fallback={<div className="size-52 justify-self-center rounded-card bg-sunken" />}>
        <QrCode text={started.uri} label={texts.qr()} />
      </Suspense>
      <p className="grid gap-1 text-note text-muted">
        {texts.byHand()}
        <code className="font-mono text-desk text-text select-all wrap-anywhere">
          {started.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <Field label={texts.newCode()} error={errors.code?.message}>
        <TextInput
          {...form.register('code', { required: secondFactorMessages.codeMissing() })}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          className="tracking-[0.18em] tabular-nums"
        />
      </Field>
      <Button type="submit" busy={isSubmitting}>
        {texts.confirm()}
      </Button>
    </form>
  );
}
