import { HONEYPOT } from '@deqiq/contract/applications.ts';

/** Programs fill in every field they find; people and assistive technology never meet this one. */
export function Honeypot() {
  return (
    <div hidden>
      <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
