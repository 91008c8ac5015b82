import { type GiftId, gifts } from '@deqiq/contract/office/gifts.ts';
import * as texts from '@deqiq/messages/partner/gifts.js';
import { Button } from '../../../ui/button.tsx';
import { GiftPicture } from './gift-pictures.tsx';

export type Gift = (typeof gifts)[number];

type CatalogueProps = {
  /** The gift whose request is pending. */
  asking: GiftId | undefined;
  onChoose: (gift: Gift) => void;
};

/** The four gifts: picture, name, cost and request button. */
export function Catalogue({ asking, onChoose }: CatalogueProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
      {gifts.map((gift) => (
        <li
          key={gift.id}
          className="grid content-between overflow-hidden rounded-card border border-line bg-surface"
        >
          <div className="bg-sunken py-3">
            <GiftPicture gift={gift.id} />
          </div>
          <div className="grid gap-3 p-3 md:p-4">
            <div>
              <h2 id={`gift-${gift.id}`} className="font-medium">
                {gift.name()}
              </h2>
              <p className="text-desk text-muted">{texts.cost({ points: gift.cost })}</p>
            </div>
            <Button
              variant="outline"
              busy={asking === gift.id}
              disabled={asking !== undefined && asking !== gift.id}
              onClick={() => onChoose(gift)}
              aria-describedby={`gift-${gift.id}`}
            >
              {texts.choose()}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
