import { LINE_MAX, TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as applicationMessages from '@deqiq/messages/site/applications.js';
import * as texts from '@deqiq/messages/site/forms.js';
import type { ComponentProps } from 'react';

export interface FieldSpec {
  /** The API's name. */
  name: string;
  label: () => string;
  type: 'text' | 'email' | 'tel' | 'message';
  autoComplete: string;
  hint?: () => string;
  optional?: boolean;
}

const inputClass =
  'block w-full rounded-field border border-field bg-surface px-4 text-body transition-colors hover:border-muted ' +
  'placeholder:text-muted focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent ' +
  'aria-invalid:border-danger aria-invalid:focus:outline-danger';

const kinds: Record<'text' | 'email' | 'tel', ComponentProps<'input'>> = {
  text: { type: 'text', autoCapitalize: 'words' },
  email: { type: 'email', spellCheck: false },
  // The rule of the contract, for browsers that run no script.
  tel: {
    type: 'tel',
    pattern: '\\s*\\+?(\\s*\\d){10,15}\\s*',
    placeholder: '+994 XX XXX XX XX',
  },
};

/** A label, its control, and a line reserved for its error, so that the layout never shifts. */
export function FormField({ field }: { field: FieldSpec }) {
  const { name, label, type, autoComplete, hint, optional = false } = field;
  const control = {
    id: name,
    name,
    autoComplete,
    required: !optional,
    'aria-describedby': hint ? `${name}-error ${name}-hint` : `${name}-error`,
  };
  return (
    <div>
      <label htmlFor={name} className="mb-1.5 block text-desk font-medium">
        {label()}
        {optional && <span className="font-normal text-muted"> {texts.optional()}</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="-mt-1 mb-2 text-note text-muted">
          {hint()}
        </p>
      )}
      {type === 'message' ? (
        <textarea {...control} rows={4} maxLength={TEXT_MAX} className={`${inputClass} py-3`} />
      ) : (
        <input
          {...control}
          {...kinds[type]}
          {...(type === 'tel' && { title: applicationMessages.badPhone() })}
          maxLength={LINE_MAX}
          className={`${inputClass} min-h-13`}
        />
      )}
      <p id={`${name}-error`} aria-live="polite" className="min-h-6.5 pt-1 text-note text-danger" />
    </div>
  );
}
