import { adminLogin, partnerLogin } from '@deqiq/contract/people/auth.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as texts from '@deqiq/messages/portal/sign-in.js';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { type Secrets, signInAdmin, signInPartner } from '../../../api/people/auth.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { CodeStep, isCodeRequired } from '../second-factor/code-step.tsx';
import { showSignInError } from './sign-in-error.ts';

/** The login is a user name of staff or the e-mail of a partner. */
type Values = { username?: string; email?: string; password: string; rememberMe: boolean };

/** Values before the schema has read them. */
type Typed = Omit<Values, 'rememberMe'> & { rememberMe?: string | boolean | null | undefined };

type Area = {
  schema: ZodType<Values, Typed>;
  name: 'username' | 'email';
  input: ComponentProps<typeof TextInput>;
  label: () => string;
  signIn: (login: string, secrets: Secrets) => Promise<void>;
};

const areas: Record<Role, Area> = {
  admin: {
    schema: adminLogin,
    name: 'username',
    input: {},
    label: texts.username,
    signIn: (username, secrets) => signInAdmin({ username, ...secrets }),
  },
  partner: {
    schema: partnerLogin,
    name: 'email',
    input: { type: 'email', inputMode: 'email' },
    label: texts.email,
    signIn: (email, secrets) => signInPartner({ email, ...secrets }),
  },
};

type SignInFormProps = {
  area: Role;
  /** Not needed where a session's return is noticed by itself. */
  onDone?: () => void;
  /** Login of the last user on this page, if known; only the password has to be entered. */
  login?: string | undefined;
  /** Typing begins in the first field; not on touch screens, where it would bring up the keyboard. */
  hasFocus?: boolean;
};

/** Staff and partners sign in, with a code where the account has a second factor. */
export default function SignInForm({
  area,
  onDone,
  login = '',
  hasFocus = false,
}: SignInFormProps) {
  const { schema, name, input, label, signIn } = areas[area];
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { [name]: login, password: '', rememberMe: false },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  /** Signs in with this code, while one is required. */
  const [signInWith, setSignInWith] = useState<(otp: string) => Promise<void>>();

  const showFailure = (error: unknown) => showSignInError(error, authMessages.loginFailed());

  useEffect(() => {
    if (hasFocus && !window.matchMedia('(pointer: coarse)').matches) setFocus(name);
  }, [hasFocus, name, setFocus]);

  const submit = handleSubmit(async ({ [name]: typed = '', password, rememberMe }) => {
    try {
      await signIn(typed, { password, rememberMe });
    } catch (error) {
      if (isCodeRequired(error))
        return setSignInWith(() => (otp: string) => signIn(typed, { password, rememberMe, otp }));
      showFailure(error);
      setFocus('password', { shouldSelect: true });
      return;
    }
    onDone?.();
  });

  if (signInWith)
    return (
      <CodeStep
        onCode={async (otp) => {
          await signInWith(otp);
          onDone?.();
        }}
        onFailed={showFailure}
        onBack={() => setSignInWith(undefined)}
      />
    );

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label={label()} error={errors[name]?.message}>
        <TextInput
          {...register(name)}
          {...input}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={texts.password()} error={errors.password?.message}>
        <PasswordInput {...register('password')} {...(login && { 'data-first-focus': '' })} />
      </Field>
      <Checkbox label={texts.rememberMe()} {...register('rememberMe')} />
      <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
        {texts.submit()}
      </Button>
    </form>
  );
}
