import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import * as texts from '@deqiq/messages/site/partner-lists.js';
import { CardList } from './lists/card-list.tsx';
import { DoctorCard } from './lists/doctor-card.tsx';
import { CardSkeleton } from './lists/skeleton.tsx';
import { type PublicRow, usePublicList } from './lists/use-public-list.ts';

export function Island() {
  const list = usePublicList(
    '/api/misc/partner-cards',
    ({ partnerCards }): readonly PublicRow<Doctor>[] => partnerCards ?? [],
  );
  return (
    <CardList
      list={list}
      label={texts.doctors()}
      empty={texts.noDoctors()}
      skeleton={<CardSkeleton picture="aspect-square" beside />}
      row={(card, index) => <DoctorCard key={card._id} card={card} lazy={index > 2} />}
    />
  );
}
