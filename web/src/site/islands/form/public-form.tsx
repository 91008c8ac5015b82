import { language } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/site/forms.js';
import type { PublicPath } from '../../../api/site/public.ts';
import { type FieldSpec, FormField } from './form-field.tsx';
import { Honeypot } from './honeypot.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';

interface PublicFormProps {
  /** Target of the form, with and without JavaScript. */
  action: PublicPath<'POST'>;
  fields: readonly FieldSpec[];
  submit: string;
}

/** A form of the public site. Without script the browser validates it, and the response is a page in its language. */
export function PublicForm({ action, fields, submit }: PublicFormProps) {
  return (
    <>
      <form action={action} method="post" className="grid gap-y-2">
        {fields.map((field) => (
          <FormField key={field.name} field={field} />
        ))}
        <Honeypot />
        <input type="hidden" name="language" value={language()} />
        <button
          type="submit"
          className="inline-flex min-h-13 items-center justify-center rounded-full border border-transparent bg-accent px-[min(1.75rem,7vw)] py-1.5 font-medium text-on-accent transition-colors hover:bg-accent-hover disabled:bg-muted"
        >
          {submit}
        </button>
        <p className="mt-4 text-note text-muted">{texts.privacy()}</p>
      </form>
      <OutcomeDialog />
    </>
  );
}
