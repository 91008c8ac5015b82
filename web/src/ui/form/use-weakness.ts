import { useEffect, useState } from 'react';

/** Shorter ones are refused anyway. */
const MIN_LENGTH = 6;

/**
 * A sentence about a password that is guessed first, undefined for others. It is advice: such a password is
 * taken all the same. The list of common ones is loaded with the first characters.
 */
export function useWeakness(password: string, ...names: readonly string[]): string | undefined {
  const [sentence, setSentence] = useState<string>();
  const person = names.join('\n');
  useEffect(() => {
    let isCurrent = true;
    const check = async () => {
      if (password.length < MIN_LENGTH) return undefined;
      const [{ findWeakness }, texts] = await Promise.all([
        import('@deqiq/contract/shared/passwords/weak-passwords.ts'),
        import('@deqiq/messages/people/weak-passwords.js'),
      ]);
      const weakness = findWeakness(password, person.split('\n'));
      return weakness && texts[weakness]();
    };
    // Without the list only the advice is missing.
    void check()
      .catch(() => undefined)
      .then((sentence) => isCurrent && setSentence(sentence));
    return () => {
      isCurrent = false;
    };
  }, [password, person]);
  return sentence;
}
