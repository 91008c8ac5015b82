import * as texts from '@deqiq/messages/ui/not-found.js';
import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** The screen of an address that does not exist: the same on the site and inside the portal. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center px-5 py-section">
      <div className="max-w-xl text-center">
        <Mark missing className="mx-auto mb-8 size-28 text-text" />
        <h1 className="text-headline">{texts.title()}</h1>
        <p className="mt-4 mb-9 text-body text-muted">{texts.text()}</p>
        <a
          href="/"
          className="inline-flex min-h-touch items-center rounded-full bg-accent px-7 font-medium text-on-accent hover:bg-accent-hover"
        >
          {texts.home()}
        </a>
        {children && <div>{children}</div>}
      </div>
    </main>
  );
}
