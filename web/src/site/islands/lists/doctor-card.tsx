import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import { CardFacts } from './card-facts.tsx';
import { CardPicture } from './card-picture.tsx';
import { Certificates } from './certificates.tsx';
import { besideOnPhones } from './skeleton.tsx';
import type { PublicRow } from './use-public-list.ts';

export function DoctorCard({ card, lazy }: { card: PublicRow<Doctor>; lazy: boolean }) {
  const name = `${card.firstName ?? ''} ${card.lastName ?? ''}`.trim();
  const certificates = card.imageUrls ?? [];
  return (
    <li className={besideOnPhones}>
      <CardPicture
        kind="card"
        file={card.imageUrl ?? ''}
        alt={name}
        sizes="(width < 40rem) 7.5rem, (width < 64rem) 44vw, 384px"
        lazy={lazy}
        className="aspect-square w-full rounded-sheet object-[50%_25%]"
      />
      <div className="min-w-0">
        <h2 className="mt-5 text-title min-[19rem]:max-sm:mt-0">{name}</h2>
        {card.clinicName && <p className="mt-1 text-muted">{card.clinicName}</p>}
        <CardFacts phone={card.phone} instagram={card.instagram} />
      </div>
      {certificates.length > 0 && (
        <Certificates card={card._id} doctor={name} files={certificates} />
      )}
    </li>
  );
}
