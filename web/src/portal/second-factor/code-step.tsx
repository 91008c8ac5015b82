import { CODE_DIGITS, secondFactorMessages } from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { HttpError } from '../../api/http/http-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import { secondFactorWords } from './second-factor-labels.ts';

type CodeStepProps = {
  area: Role;
  /** Repeats the sign-in with this code. */
  onCode: (code: string) => Promise<void>;
  /** Reports a sign-in that failed for another reason than the code. */
  onFailed: (error: unknown) => void;
  onBack: () => void;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ area, onCode, onFailed, onBack }: CodeStepProps) {
  const labels = secondFactorWords[area];
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useForm({ defaultValues: { otp: '' } });
  const { setFocus, setError, formState } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code begins in its empty field
  useEffect(() => setFocus('otp'), [isRecovery, setFocus]);

  const submit = form.handleSubmit(async ({ otp }) => {
    try {
      await onCode(otp);
    } catch (error) {
      const isWrong = error instanceof HttpError && error.code === 'second-factor-wrong';
      if (!isWrong) return onFailed(error);
      const message = error.serverMessage ?? secondFactorMessages[area].codeWrong;
      setError('otp', { message });
      setFocus('otp', { shouldSelect: true });
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-title">{labels.stepTitle}</h2>
        <p className="text-desk text-muted">
          {isRecovery ? labels.recoveryStepText : labels.stepText}
        </p>
      </div>
      <Field
        key={String(isRecovery)}
        label={isRecovery ? labels.recoveryCode : labels.code}
        error={formState.errors.otp?.message}
      >
        <TextInput
          {...form.register('otp', { required: secondFactorMessages[area].codeMissing })}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? 20 : CODE_DIGITS + 4}
          autoCapitalize="none"
          spellCheck={false}
          className="tracking-[0.18em] tabular-nums"
        />
      </Field>
      <Button type="submit" variant="primary" busy={formState.isSubmitting} className="w-full">
        {labels.verify}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          onClick={() => {
            form.reset();
            setIsRecovery(!isRecovery);
          }}
          className="-mx-2 px-2"
        >
          {isRecovery ? labels.useApp : labels.useRecovery}
        </Button>
        <Button variant="quiet" onClick={onBack} className="-mx-2 px-2">
          {labels.back}
        </Button>
      </div>
    </form>
  );
}

/** Whether a sign-in failed only because the account requires a code. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'second-factor-required';
