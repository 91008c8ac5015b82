import type { Referral, ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/partner/referral-form.js';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createReferral, updateReferral } from '../../../../api/examinations/referrals.ts';
import { describeError, HttpError } from '../../../../api/http/http-error.ts';
import { useUnloadWarning } from '../../../../lib/history/unload-warning.ts';
import { useSingleFlight } from '../../../../ui/form/use-single-flight.ts';
import { toast } from '../../../../ui/overlay/toast.ts';
import { readReferralDraft, storeReferralDraft } from './draft.ts';
import {
  type FieldErrors,
  parseValues,
  type ReferralValues,
  toFieldErrors,
  toValues,
} from './referral-values.ts';

type Options = {
  /** The referral to edit; undefined for a new one, whose input is stored as a draft. */
  referral: Referral | undefined;
  onSaved: (answer: ReferralAnswer) => void;
};

/** State of one referral: its values, the errors beside them, and what was sent. */
export function useReferralForm({ referral, onSaved }: Options) {
  const [values, setValues] = useState(() => (referral ? toValues(referral) : readReferralDraft()));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ fields, pictures }: { fields: Fields; pictures: readonly File[] }) =>
      referral ? updateReferral(referral._id, fields, pictures) : createReferral(fields, pictures),
  });
  useUnloadWarning(isPending);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

  function refuse(next: FieldErrors): void {
    setErrors(next);
    setRefusals((count) => count + 1);
  }

  function replace(next: ReferralValues): void {
    setValues(next);
    if (!referral) storeReferralDraft(next);
  }

  /** A changed field loses its error, which was about the former value. */
  function change(part: Partial<ReferralValues>): void {
    replace({ ...values, ...part });
    const names = Object.keys(part).filter((name) => errors[name]);
    if (names.length > 0)
      setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => !names.includes(key))));
  }

  const submit = useSingleFlight(async () => {
    setFailure(undefined);
    const parsed = parseValues(values);
    if ('errors' in parsed) {
      refuse(parsed.errors);
      return;
    }
    try {
      const answer = await mutateAsync({ fields: parsed.fields, pictures: files });
      if (!referral) storeReferralDraft(undefined);
      onSaved(answer);
    } catch (error) {
      const message = describeError(error, texts.failed());
      refuse(toFieldErrors(error instanceof HttpError ? error.fields : []));
      setFailure(message);
      // Staff have moved it meanwhile: the form is replaced by the referral.
      if (error instanceof HttpError && error.status === 409) toast.error(message);
    }
  });

  return {
    form,
    values,
    files,
    errors,
    failure,
    busy: isPending,
    replace,
    change,
    setFiles,
    submit,
  };
}

type Fields = Parameters<typeof createReferral>[0];
