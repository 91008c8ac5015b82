import type { PartnerCard } from '@deqiq/contract/partner-cards.ts';
import { CardFacts } from './card-facts.tsx';
import { CardPicture } from './card-picture.tsx';
import { Certificates } from './certificates.tsx';

export function DoctorCard({ card, lazy }: { card: PartnerCard; lazy: boolean }) {
  const name = `${card.firstName} ${card.lastName}`;
  return (
    <li>
      <CardPicture
        kind="card"
        file={card.imageUrl}
        alt={name}
        sizes="(width < 40rem) 92vw, (width < 64rem) 44vw, 384px"
        lazy={lazy}
        className="aspect-square w-full rounded-sheet object-[50%_25%]"
      />
      <h2 className="mt-5 text-title">{name}</h2>
      {card.clinicName && <p className="mt-1 text-muted">{card.clinicName}</p>}
      <CardFacts phone={card.phone} instagram={card.instagram} />
      {card.imageUrls.length > 0 && <Certificates doctor={name} files={card.imageUrls} />}
    </li>
  );
}
