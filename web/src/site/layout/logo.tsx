import * as texts from '@deqiq/messages/site/layout.js';
import { Mark } from '../../ui/page/mark.tsx';
import { toAddress } from '../addresses.ts';
import { clinic } from '../facts/slots.ts';

/** The mark and the name, leading home. */
export function Logo() {
  return (
    <a
      href={toAddress('/')}
      aria-label={texts.homeLabel({ name: clinic.name })}
      className="-ml-1 flex min-h-touch shrink-0 items-center gap-2.5 pl-1"
    >
      <Mark className="size-9" />
      <span className="text-[1.1875rem] leading-none font-semibold tracking-tight">
        {clinic.firstName}{' '}
        <span className="hidden font-normal min-[30rem]:inline">{clinic.otherNames}</span>
      </span>
    </a>
  );
}
