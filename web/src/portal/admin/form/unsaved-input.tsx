import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as texts from '@deqiq/messages/office/form.js';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { readStored, writeStored } from '../../shell/stored/stored-drafts.ts';

type PickedPartner = {
  value: PartnerReference | null;
  onPick: (partner: PartnerReference | null) => void;
};

type UnsavedInputProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Names the form and its object, such as `lab new`. */
  name: string;
  /** The partner whose id is a value of the form. */
  partner?: PickedPartner;
};

type Stored = { values: Record<string, string>; partner: PartnerReference | null };

/**
 * Stores what is typed in a form until it is saved or closed, and restores it after a reload of the page. Passwords and
 * files are not stored.
 */
export function UnsavedInput<Values extends FieldValues>(props: UnsavedInputProps<Values>) {
  const { form, name, partner } = props;
  const [isRestored, setRestored] = useState(false);
  const initialPartner = useRef(partner?.value ?? null);
  const current = useRef(partner);
  useEffect(() => {
    current.current = partner;
  });
  useEffect(() => {
    const stored = readStored(name) as Stored | undefined;
    if (stored && restore(form, stored, current.current)) setRestored(true);
    const store = () => writeStored(name, readInput(form, current.current));
    // A frame later: a picked partner is also in a state beside the form.
    let frame = 0;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(store);
      },
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      writeStored(name, undefined);
    };
  }, [form, name]);
  if (!isRestored) return null;
  const discard = () => {
    form.reset();
    partner?.onPick(initialPartner.current);
    writeStored(name, undefined);
    setRestored(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-field bg-accent-soft px-3.5 py-1.5 text-desk sm:col-span-2">
      <p role="status" className="min-w-0 grow">
        {texts.restored()}
      </p>
      <Button variant="quiet" onClick={discard}>
        {texts.discardRestored()}
      </Button>
    </div>
  );
}

function restore<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { values, partner }: Stored,
  picked: PickedPartner | undefined,
): boolean {
  const fields = form.getValues();
  const restored = Object.entries(values).filter(([field]) => Object.hasOwn(fields, field));
  for (const [field, value] of restored) {
    const path = field as Path<Values>;
    form.setValue(path, value as PathValue<Values, typeof path>, { shouldDirty: true });
  }
  if (values.partner) picked?.onPick(partner);
  return restored.length > 0;
}

/** The texts that differ from what the form began with; undefined where none does. */
function readInput<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  picked: PickedPartner | undefined,
): Stored | undefined {
  const defaults: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {};
  const values: Record<string, string> = {};
  for (const [field, value] of Object.entries(form.getValues())) {
    if (typeof value !== 'string' || /password/i.test(field)) continue;
    if (field === 'partner' && !picked) continue;
    if (value !== defaults[field]) values[field] = value;
  }
  const isEmpty = Object.keys(values).length === 0;
  return isEmpty ? undefined : { values, partner: picked?.value ?? null };
}
