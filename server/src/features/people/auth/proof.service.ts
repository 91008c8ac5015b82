import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import { invalid } from '../../../platform/errors.ts';
import type { Actor, Reauthenticate } from '../../../platform/http/identity.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';

interface Deps {
  readonly reauthenticate: Reauthenticate;
  readonly factors: Pick<SecondFactorService, 'isRight'>;
}

export type ProofService = ReturnType<typeof proofService>;

/** Asks again who a signed-in person is, before something that the person answers for. */
export function proofService({ reauthenticate, factors }: Deps) {
  return {
    /** Every proof that was sent must be right. Throws 400, and 429 after too many wrong ones. */
    async prove(actor: Actor, { password, otp }: { password: string; otp: string }): Promise<void> {
      if (password !== '') await reauthenticate(actor, password);
      if (otp.trim() !== '' && !(await factors.isRight(actor, otp)))
        throw invalid('otp', secondFactorMessages.codeWrong());
      if (password === '' && otp.trim() === '')
        throw invalid('password', secondFactorMessages.passwordMissing());
    },
  };
}
