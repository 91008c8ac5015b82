import type { ShownFacts } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';

/** The facts of the clinic that the server has written into the page of the portal. */
export const CLINIC_ELEMENT = 'clinic';

function readFacts(): ShownFacts {
  const shown = document.getElementById(CLINIC_ELEMENT)?.textContent;
  if (shown) return JSON.parse(shown) as ShownFacts;
  const { street, district, city } = provider.address;
  return { ...provider, logo: '', address: [street.az, district.az, city.az].join(', ') };
}

/** Those of the installation where the page has none. */
export const clinic = readFacts();
