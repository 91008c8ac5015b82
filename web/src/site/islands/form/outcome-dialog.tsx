import * as texts from '@deqiq/messages/site/forms.js';
import { Mark } from '../../../ui/page/mark.tsx';
import { clinic } from '../../facts/slots.ts';

/** The outcome of the form, over the page; enhance-form.ts fills it in and opens it. Escape and the button close it. */
export function OutcomeDialog() {
  return (
    <dialog
      data-outcome="done"
      className="outcome group"
      aria-labelledby="outcome-title"
      aria-describedby="outcome-text"
    >
      <div className="grid justify-items-center p-8 text-center">
        <Mark className="mb-5 size-16 group-data-[outcome=failed]:hidden" />
        <Mark missing className="mb-5 size-16 group-data-[outcome=done]:hidden" />
        <h2 id="outcome-title" className="text-title">
          {' '}
        </h2>
        <p id="outcome-text" className="mt-3 text-muted" />
        <a
          href={clinic.phone.href}
          className="mt-3 inline-flex min-h-touch group-data-[outcome=done]:hidden items-center font-medium text-accent-hover hover:underline"
        >
          {clinic.phone.text}
        </a>
        {/* Filled in where something follows, such as choosing a time. */}
        <a
          data-next=""
          hidden
          href="/"
          className="peer mt-6 inline-flex min-h-13 w-full items-center justify-center rounded-full border border-transparent bg-accent px-[min(1.75rem,7vw)] py-1.5 font-medium text-on-accent transition-colors hover:bg-accent-hover hidden:hidden"
        >
          {' '}
        </a>
        {/* Quiet where something follows. */}
        <button
          type="button"
          className="mt-6 peer-[:not([hidden])]:mt-2 inline-flex min-h-13 w-full items-center justify-center rounded-full border border-transparent bg-accent px-[min(1.75rem,7vw)] py-1.5 font-medium text-on-accent transition-colors hover:bg-accent-hover peer-[:not([hidden])]:bg-transparent peer-[:not([hidden])]:text-text peer-[:not([hidden])]:hover:text-accent-hover"
        >
          {texts.close()}
        </button>
      </div>
    </dialog>
  );
}
