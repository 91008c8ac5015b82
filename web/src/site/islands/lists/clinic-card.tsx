import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import * as texts from '@deqiq/messages/site/clinics.js';
import { MapPin } from 'lucide-react';
import { CardFacts } from './card-facts.tsx';
import { CardPicture } from './card-picture.tsx';
import type { PublicRow } from './use-public-list.ts';

export function ClinicCard({ clinic, lazy }: { clinic: PublicRow<Clinic>; lazy: boolean }) {
  return (
    <li>
      <CardPicture
        kind="clinic"
        file={clinic.imageUrl ?? ''}
        alt={clinic.title ?? ''}
        sizes="(width < 40rem) 92vw, (width < 64rem) 44vw, 384px"
        lazy={lazy}
        className="aspect-[4/3] w-full rounded-sheet"
      />
      <h2 className="mt-5 text-title">{clinic.title}</h2>
      <p className="mt-1 flex items-center gap-2 text-muted">
        <MapPin aria-hidden="true" size={18} strokeWidth={1.75} className="shrink-0" />
        {clinic.location || texts.defaultLocation()}
      </p>
      <CardFacts phone={clinic.phone} instagram={clinic.instagram} />
    </li>
  );
}
