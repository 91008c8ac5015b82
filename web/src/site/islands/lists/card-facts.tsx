import { Phone } from 'lucide-react';
import { BrandIcon } from '../../layout/brand-icons.tsx';
import { instagramName } from './instagram.ts';

const row =
  'flex min-h-touch min-w-0 items-center gap-3 text-desk [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-accent';

interface CardFactsProps {
  phone?: string | null | undefined;
  instagram?: string | null | undefined;
}

/** How to reach a clinic or a doctor; what is not known is left out. */
export function CardFacts({ phone, instagram }: CardFactsProps) {
  const account = instagramName(instagram ?? '');
  if (!phone && !instagram) return null;
  return (
    <ul className="mt-3 border-line border-t pt-2">
      {phone && (
        <li>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={`${row} hover:text-accent`}>
            <Phone aria-hidden="true" strokeWidth={1.75} />
            {phone}
          </a>
        </li>
      )}
      {account && (
        <li>
          <a
            href={`https://www.instagram.com/${account}`}
            rel="noopener"
            className={`${row} hover:text-accent`}
          >
            <BrandIcon name="Instagram" />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">Instagram: </span>@{account}
            </span>
          </a>
        </li>
      )}
      {!account && instagram && (
        <li className={row}>
          <BrandIcon name="Instagram" />
          <span className="min-w-0 wrap-anywhere">{instagram}</span>
        </li>
      )}
    </ul>
  );
}
