import * as texts from '@deqiq/messages/site/partner-lists.js';
import type { ReactNode } from 'react';
import { ArchTeeth } from '../../components/arch-teeth.tsx';

interface ListNoteProps {
  text: string;
  hint: string;
  /** Actions for the visitor. */
  children?: ReactNode;
}

/** A note instead of the cards: the reason why there are none. */
export function ListNote({ text, hint, children }: ListNoteProps) {
  return (
    <div
      role="status"
      className="grid min-h-[max(28rem,100svh-22rem)] content-center justify-items-center rounded-sheet bg-mist px-6 py-12 text-center"
    >
      <ArchTeeth className="mb-8 w-44" />
      <p className="text-title">{text}</p>
      <p className="mt-2 max-w-md text-muted">{hint}</p>
      {children}
    </div>
  );
}

/** For a list that could not be loaded: a button to retry and the phone number. */
export function TryAgain({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  // The facts of the clinic are in the page, which the server fills in, and not in its scripts.
  const phone = document.querySelector<HTMLAnchorElement>('footer a[href^="tel:"]');
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
      <button
        type="button"
        aria-disabled={busy}
        onClick={onRetry}
        className="inline-flex min-h-touch items-center justify-center rounded-full border border-field px-5 font-medium transition-colors hover:border-accent hover:text-accent-hover"
      >
        {busy ? texts.checking() : texts.tryAgain()}
      </button>
      {phone && (
        <a
          href={phone.href}
          className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
        >
          {phone.textContent}
        </a>
      )}
    </div>
  );
}
