import { addressLine, provider } from '@deqiq/contract/provider.ts';
import { Navigation } from 'lucide-react';
import { ButtonLink } from '../parts/button-link.tsx';
import { DIRECTIONS, MAP_FRAME } from './map-addresses.ts';
import { StreetDrawing } from './street-drawing.tsx';

/** A sketch of the streets; the live map comes from another house and only when it is asked for. */
export function StreetMap() {
  return (
    <section aria-label="Xəritə" className="bleed-right relative mt-section">
      <div
        data-live
        className="relative h-[26rem] overflow-clip bg-[#dfe6e8] md:h-[32rem] md:rounded-l-sheet"
      >
        <StreetDrawing />
        <template>
          <iframe
            src={MAP_FRAME}
            title={`${provider.name} OpenStreetMap xəritəsində`}
            className="absolute inset-0 size-full"
          />
        </template>
      </div>
      <div className="absolute bottom-5 left-5 right-5 rounded-sheet bg-surface p-5 shadow-float sm:right-auto md:bottom-8 md:left-8 md:p-6">
        <p className="max-w-64 font-semibold">{addressLine()}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            data-enlivens
            className="inline-flex noscript:hidden min-h-touch items-center justify-center rounded-full bg-accent px-5 font-medium text-on-accent transition-colors hover:bg-accent-hover"
          >
            Xəritəni aç
          </button>
          <ButtonLink href={DIRECTIONS} quiet>
            <Navigation aria-hidden="true" size={18} strokeWidth={1.75} />
            Yolu göstər
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
