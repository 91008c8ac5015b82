import { adminLogin, authMessages } from '@deqiq/contract/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { signInAdmin } from '../../../api/auth.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { sayWhySignInFailed } from '../../sign-in-failed.ts';

type SignInFormProps = {
  onDone?: () => void;
  /** Who signed in here last, where that is known; only the password is then missing. */
  login?: string | undefined;
};

const empty = { username: '', password: '', rememberMe: false };

/** Staff sign in. `onDone` is not needed where a session's return is noticed by itself. */
export default function SignInForm({ onDone, login = '' }: SignInFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { ...empty, username: login },
    resolver: zodResolver(adminLogin),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    try {
      await signInAdmin(credentials);
    } catch (error) {
      sayWhySignInFailed(error, authMessages.admin.loginFailed, 'en');
      setFocus('password', { shouldSelect: true });
      return;
    }
    onDone?.();
  });

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
