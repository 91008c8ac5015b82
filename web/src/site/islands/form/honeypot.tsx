import { HONEYPOT } from '@deqiq/contract/site/applications.ts';

/** Bots fill in every field. Users and assistive technology do not reach this one. */
export function Honeypot() {
  return (
    <div hidden>
      <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
