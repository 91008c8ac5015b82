import { foldText } from '@deqiq/contract/shared/text.ts';

/** Words with which people end messages. "Cancel" is missing: it may mean the appointment. */
const STOP_WORDS = {
  en: ['stop', 'stop all', 'stopall', 'unsubscribe', 'end', 'quit'],
  az: ['dayandır', 'dayandırın', 'dayan', 'saxla', 'göndərmə', 'göndərməyin', 'abunəlikdən çıx'],
  ru: ['стоп', 'остановить', 'отписаться', 'отписка', 'не пишите', 'не присылать'],
};

const folded = new Set(Object.values(STOP_WORDS).flat().map(foldText));

/** Whether a message consists of a stop word, in any case and with any marks around it. A sentence with one does not count. */
export const isStopWord = (text: string): boolean =>
  folded.has(foldText(text.replace(/[^\p{L}\p{M}\s]/gu, ' ')));
