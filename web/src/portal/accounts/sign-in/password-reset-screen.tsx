import {
  RESET_CODE_DIGITS,
  requestReset,
  resetPassword as schema,
} from '@deqiq/contract/people/password-resets/password-resets.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as resetTexts from '@deqiq/messages/portal/password-reset.js';
import * as texts from '@deqiq/messages/portal/sign-in.js';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { signInPartner } from '../../../api/people/auth.ts';
import { requestPasswordCode, resetPassword } from '../../../api/people/password-resets.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { showServerError } from '../../../ui/form/show-errors.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { pageAfterSignIn } from '../../shell/guards.ts';
import { PartnerGuestPage } from './partner-guest-page.tsx';

/** A partner who forgot the password gets a code by e-mail, and sets a new one with it. */
export function PasswordResetScreen() {
  const [email, setEmail] = useState('');
  const [sentence, setSentence] = useState('');
  return (
    <PartnerGuestPage title={resetTexts.title()} text={sentence || resetTexts.text()}>
      {sentence ? (
        <PasswordStep email={email} onBack={() => setSentence('')} />
      ) : (
        <EmailStep
          email={email}
          onSent={(address, message) => {
            setEmail(address);
            setSentence(message);
          }}
        />
      )}
      <p className="mt-6 border-t border-line pt-3">
        <Link
          to={portalPaths.partnerLogin}
          className="inline-flex min-h-11 items-center text-desk font-medium text-accent underline-offset-4 hover:underline"
        >
          {resetTexts.toSignIn()}
        </Link>
      </p>
    </PartnerGuestPage>
  );
}

type EmailStepProps = { email: string; onSent: (email: string, message: string) => void };

function EmailStep({ email, onSent }: EmailStepProps) {
  const form = useForm({ defaultValues: { email }, resolver: zodResolver(requestReset) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { message, isMailed } = await requestPasswordCode(values);
      if (isMailed) onSent(values.email, message);
      else await showError(message);
    } catch (error) {
      await showServerError(form, error, resetTexts.failed());
    }
  });
  return (
    <StepForm onSubmit={submit}>
      <Field label={texts.email()} error={errors.email?.message}>
        <TextInput
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
        {resetTexts.sendCode()}
      </Button>
    </StepForm>
  );
}

type PasswordStepProps = { email: string; onBack: () => void };

function PasswordStep({ email, onBack }: PasswordStepProps) {
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { email, code: '', newPassword: '' },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const weakness = useWeakness(form.watch('newPassword'), email);
  useEffect(() => setFocus('code'), [setFocus]);

  /** An account with a second factor signs in on its own page. */
  async function enter(password: string) {
    try {
      await signInPartner({ email, password, rememberMe: false });
      await navigate(pageAfterSignIn(window.location.href), { replace: true });
    } catch {
      await navigate(portalPaths.partnerLogin, { replace: true });
    }
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await resetPassword(values);
      toast.success(message);
    } catch (error) {
      return showServerError(form, error, resetTexts.failed());
    }
    return enter(values.newPassword);
  });

  return (
    <StepForm onSubmit={submit}>
      {/* Names the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={resetTexts.code()} error={errors.code?.message}>
        <TextInput
          {...form.register('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={RESET_CODE_DIGITS + 4}
          className="tracking-[0.18em] tabular-nums"
        />
      </Field>
      <Field label={resetTexts.newPassword()} hint={weakness} error={errors.newPassword?.message}>
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
        {resetTexts.setPassword()}
      </Button>
      <Button variant="quiet" onClick={onBack} className="-mx-2 justify-self-start px-2">
        {resetTexts.otherCode()}
      </Button>
    </StepForm>
  );
}

type StepFormProps = { onSubmit: () => Promise<void>; children: ReactNode };

const StepForm = ({ onSubmit, children }: StepFormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
    noValidate
    className="grid gap-4"
  >
    {children}
  </form>
);
