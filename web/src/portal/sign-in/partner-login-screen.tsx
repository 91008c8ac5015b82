import * as texts from '@deqiq/messages/portal/sign-in.js';
import { useNavigate } from 'react-router';
import { clinic } from '../../lib/clinic.ts';
import { archPath } from '../../ui/page/arch.ts';
import { Mark } from '../../ui/page/mark.tsx';
import { pageAfterSignIn } from '../guards.ts';
import { LanguageSwitch } from '../language-switch.tsx';
import SignInForm from './sign-in-form.tsx';

export function PartnerLoginScreen() {
  const navigate = useNavigate();
  return (
    <main className="grid min-h-dvh lg:grid-cols-[1.1fr_1fr]">
      <title>{texts.title()}</title>
      <Lightbox />
      <div className="grid content-start justify-items-center px-5 py-10 lg:content-center">
        <div className="w-full max-w-sm">
          <LanguageSwitch className="mb-4 -mx-2.5" />
          <h1 className="text-headline">{texts.title()}</h1>
          <p className="mt-2 mb-8 text-body text-muted">{texts.text()}</p>
          <SignInForm
            area="partner"
            onDone={() => void navigate(pageAfterSignIn(window.location.href), { replace: true })}
          />
          <p className="mt-8 flex flex-wrap items-center gap-x-1.5 border-t border-line pt-3 text-desk text-muted">
            {texts.notPartner()}
            <a
              href="/partnyor/qeydiyyat"
              className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
            >
              {texts.register()}
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}

const arch = { width: 300, depth: 250, x: 200, y: 352 };

/** The dark of the lightbox with the arch on its edge: concentric lines, the middle one lit. */
function Lightbox() {
  return (
    <div className="relative flex min-h-52 overflow-hidden border-line bg-ink text-mist lg:min-h-dvh lg:border-r">
      <svg
        viewBox="0 0 400 350"
        aria-hidden="true"
        className="absolute top-18 -right-6 h-80 fill-none stroke-glow lg:top-auto lg:right-auto lg:bottom-0 lg:left-1/2 lg:h-[86%] lg:-translate-x-1/2"
      >
        {[0.62, 0.81, 1, 1.19, 1.38].map((scale) => (
          <path
            key={scale}
            d={archPath({ ...arch, width: arch.width * scale, depth: arch.depth * scale })}
            strokeWidth={scale === 1 ? 2.5 : 1}
            strokeOpacity={scale === 1 ? 1 : 0.28}
          />
        ))}
      </svg>
      <a
        href="/"
        className="relative m-5 flex h-11 items-center gap-3 self-start text-base font-semibold lg:m-10"
      >
        <span aria-hidden="true" className="size-9 text-glow">
          <Mark />
        </span>
        {clinic.name}
      </a>
    </div>
  );
}
