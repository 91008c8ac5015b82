import * as texts from '@deqiq/messages/site/x-ray-details.js';

/** Questions of patients before a CBCT, for the page and for search engines. */
export const questions = [
  { question: texts.preparationQuestion, answer: texts.preparationAnswer },
  { question: texts.referralQuestion, answer: texts.referralAnswer },
  { question: texts.pregnancyQuestion, answer: texts.pregnancyAnswer },
  { question: texts.childrenQuestion, answer: texts.childrenAnswer },
  { question: texts.resultQuestion, answer: texts.resultAnswer },
] as const;
