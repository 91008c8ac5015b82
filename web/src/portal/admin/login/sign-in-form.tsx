import { adminLogin, authMessages } from '@deqiq/contract/people/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminCredentials, signInAdmin } from '../../../api/people/auth.ts';
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
  /** Typing begins in the first field; not on touch screens, where it would bring up the keyboard. */
  isPage?: boolean;
};

const empty = { username: '', password: '', rememberMe: false };

/** Staff sign in. `onDone` is not needed where a session's return is noticed by itself. */
export default function SignInForm({ onDone, login = '', isPage = false }: SignInFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { ...empty, username: login },
    resolver: zodResolver(adminLogin),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  const [credentials, setCredentials] = useState<AdminCredentials>();

  function showFailure(error: unknown): void {
    showSignInError(error, authMessages.admin.loginFailed, 'en');
  }

  useEffect(() => {
    if (isPage && !window.matchMedia('(pointer: coarse)').matches) setFocus('username');
  }, [isPage, setFocus]);

  const submit = handleSubmit(async ({ username, password, rememberMe }) => {
    const credentials = { username, password, rememberMe };
    try {
      await signInAdmin(credentials);
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
        area="admin"
        onCode={async (otp) => {
          await signInAdmin({ ...credentials, otp });
          onDone?.();
        }}
        onFailed={showFailure}
        onBack={() => setCredentials(undefined)}
      />
    );

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label="Username" error={errors.username?.message}>
        <TextInput
          {...register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          {...register('password')}
          {...(login && { 'data-first-focus': '' })}
          language="en"
        />
      </Field>
      <Checkbox label="Remember me" {...register('rememberMe')} />
      <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
        Login
      </Button>
    </form>
  );
}
