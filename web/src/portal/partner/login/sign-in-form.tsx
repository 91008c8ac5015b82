import { authMessages, partnerLogin } from '@deqiq/contract/people/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type PartnerCredentials, signInPartner } from '../../../api/people/auth.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { CodeStep, isCodeRequired } from '../../second-factor/code-step.tsx';
import { showSignInError } from '../../sign-in-error.ts';

type SignInFormProps = {
  onDone?: () => void;
  /** Login of the last user on this page, if known; only the password has to be entered. */
  login?: string | undefined;
};

const empty = { email: '', password: '', rememberMe: false };

/** Partners sign in. `onDone` is not needed where a session's return is noticed by itself. */
export default function SignInForm({ onDone, login = '' }: SignInFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { ...empty, email: login },
    resolver: zodResolver(partnerLogin),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  const [credentials, setCredentials] = useState<PartnerCredentials>();

  function showFailure(error: unknown): void {
    showSignInError(error, authMessages.partner.loginFailed, 'az');
  }

  const submit = handleSubmit(async ({ email, password, rememberMe }) => {
    const credentials = { email, password, rememberMe };
    try {
      await signInPartner(credentials);
    } catch (error) {
      if (isCodeRequired(error)) return setCredentials(credentials);
      showFailure(error);
      setFocus('password', { shouldSelect: true });
      return;
    }
    onDone?.();
  });

  if (credentials)
    return (
      <CodeStep
        area="partner"
        onCode={async (otp) => {
          await signInPartner({ ...credentials, otp });
          onDone?.();
        }}
        onFailed={showFailure}
        onBack={() => setCredentials(undefined)}
      />
    );

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Şifrə" error={errors.password?.message}>
        <PasswordInput
          {...register('password')}
          {...(login && { 'data-first-focus': '' })}
          language="az"
        />
      </Field>
      <Checkbox label="Məni xatırla" {...register('rememberMe')} />
      <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
        Daxil ol
      </Button>
    </form>
  );
}
