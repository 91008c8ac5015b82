import type { ReactNode } from 'react';
import { clinic } from '../../../lib/clinic.ts';
import { archPath } from '../../../ui/page/arch.ts';
import { Mark } from '../../../ui/page/mark.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';

type PartnerGuestPageProps = { title: string; text: string; children: ReactNode };

/** A page for partners who are not signed in: a form beside the lightbox. */
export function PartnerGuestPage({ title, text, children }: PartnerGuestPageProps) {
  return (
    <main className="grid min-h-dvh lg:grid-cols-[1.1fr_1fr]">
      <title>{title}</title>
      <Lightbox />
      <div className="grid content-start justify-items-center px-5 py-10 lg:content-center">
        <div className="w-full max-w-sm">
          <LanguageSwitch className="mb-4 -mx-2.5" />
          <h1 className="text-headline">{title}</h1>
          <p className="mt-2 mb-8 text-body text-muted">{text}</p>
          {children}
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
