import { CODE_DIGITS } from '@deqiq/contract/people/second-factor.ts';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { HttpError } from '../../../api/http/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';

type CodeStepProps = {
  /** Repeats the sign-in with this code. */
  onCode: (code: string) => Promise<void>;
  /** Reports a sign-in that failed for another reason than the code. */
  onFailed: (error: unknown) => void;
  onBack: () => void;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onCode, onFailed, onBack }: CodeStepProps) {
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
      const message = error.serverMessage ?? secondFactorMessages.codeWrong();
      setError('otp', { message });
      setFocus('otp', { shouldSelect: true });
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-title">{texts.stepTitle()}</h2>
        <p className="text-desk text-muted">
          {isRecovery ? texts.recoveryStepText() : texts.stepText()}
        </p>
      </div>
      <Field
        key={String(isRecovery)}
        label={isRecovery ? texts.recoveryCode() : texts.code()}
        error={formState.errors.otp?.message}
      >
        <TextInput
          {...form.register('otp', { required: secondFactorMessages.codeMissing() })}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? 20 : CODE_DIGITS + 4}
          autoCapitalize="none"
          spellCheck={false}
          className="tracking-[0.18em] tabular-nums"
        />
      </Field>
      <Button type="submit" variant="primary" busy={formState.isSubmitting} className="w-full">
        {texts.verify()}
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
          {isRecovery ? texts.withApp() : texts.withRecovery()}
        </Button>
        <Button variant="quiet" onClick={onBack} className="-mx-2 px-2">
          {texts.back()}
        </Button>
      </div>
    </form>
  );
}

/** Whether a sign-in failed only because the account requires a code. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'second-factor-required';
