import type { Question, QuestionList } from '@deqiq/contract/reports/questions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import { describeError, isTemporaryFailure, isUnanswered } from '../../../api/http/http-error.ts';
import { queryClient } from '../../../api/http/query.ts';
import { departure } from '../../../api/people/session/departure.ts';
import { questionsQuery, sendQuestion } from '../../../api/reports/questions.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { readStored, writeStored } from '../../shell/stored/stored-drafts.ts';
import { readPhoto, removePhoto, savePhoto } from './photos.ts';

/** A photo that is stored in this browser. */
export type UnsentPhoto = {
  readonly key: string;
  readonly name: string;
  /** The browser no longer has it: the author decides what becomes of the question. */
  readonly isLost?: boolean;
};

export type Pin = { readonly file: string; readonly point: NonNullable<Question['point']> };

/** A question that the server has not confirmed. */
export type Unsent = {
  readonly key: string;
  readonly text: string;
  readonly report: string | null;
  readonly pin: Pin | null;
  readonly photo: UnsentPhoto | null;
  /** Own questions with the same text before it was first sent; undefined while none were loaded. */
  readonly former: readonly string[] | undefined;
  readonly state: 'sending' | 'waiting' | 'refused';
  /** Why the server did not take it; '' where it did not respond. */
  readonly message: string;
};

type Content = {
  readonly text: string;
  readonly photo: UnsentPhoto | null;
  readonly unsent: readonly Unsent[];
};

/** The texts and photos of one person about one checkup: the field, and those under way. They survive a reload. */
export type Outbox = {
  readonly state: Store<Content>;
  write: (text: string) => void;
  /** Puts a photo to the text in the field, or takes it away. */
  attach: (photo: File | null) => void;
  send: (report: string | null, pin: Pin | null) => void;
  /** Sends again what found no server, or one that was busy. */
  retry: () => Promise<unknown>;
  /** Sends one question again. */
  resend: (key: string) => void;
  /** Sends an unsent question with this photo instead of its own, or without one. */
  resendWith: (key: string, photo: File | null) => void;
  /** Takes the text and the photo of an unsent question back into the field. */
  takeBack: (key: string) => void;
  /** Deletes an unsent question; `restore` brings it back, with its photo, until the page is closed. */
  remove: (key: string) => { restore: () => void };
};

const outboxes = new Map<string, Outbox>();

departure.onForget(() => outboxes.clear());

/** The same outbox as long as the page is open: sending continues when another screen is shown. */
export function findOutbox(role: Role, checkup: string): Outbox {
  const name = `questions:${role}:${checkup}`;
  const outbox = outboxes.get(name) ?? createOutbox(role, checkup, name);
  outboxes.set(name, outbox);
  return outbox;
}

function createOutbox(role: Role, checkup: string, name: string): Outbox {
  const state = createStore(readContent(name));
  const { queryKey } = questionsQuery(role, checkup);
  const set = (content: Content) => {
    const isEmpty = content.text === '' && !content.photo && content.unsent.length === 0;
    writeStored(name, isEmpty ? undefined : content);
    state.set(content);
  };
  const find = (key: string) => state.get().unsent.find((one) => one.key === key);
  const drop = (key: string) =>
    set({ ...state.get(), unsent: state.get().unsent.filter((one) => one.key !== key) });
  const update = (key: string, change: Partial<Unsent>) =>
    set({
      ...state.get(),
      unsent: state.get().unsent.map((one) => (one.key === key ? { ...one, ...change } : one)),
    });

  const deliver = (one: Unsent, isRepeated: boolean) =>
    sendUnsent({ role, checkup, update, drop }, one, isRepeated);

  return {
    state,
    write: (text) => set({ ...state.get(), text }),
    attach(photo) {
      const former = state.get().photo;
      if (former) removePhoto(former.key);
      set({ ...state.get(), photo: photo && storePhoto(photo) });
    },
    send(report, pin) {
      const text = state.get().text.trim();
      if (text === '') return;
      const list = queryClient.getQueryData<QuestionList>(queryKey);
      const former = list && listSame(list, role, text);
      const key = crypto.randomUUID();
      const { photo, unsent } = state.get();
      const one: Unsent = { key, text, report, pin, photo, former, state: 'sending', message: '' };
      set({ text: '', photo: null, unsent: [...unsent, one] });
      void deliver(one, false);
    },
    retry() {
      const waiting = state.get().unsent.filter((one) => one.state === 'waiting');
      return Promise.all(waiting.map((one) => deliver(one, true)));
    },
    resend(key) {
      const one = find(key);
      if (one && one.state !== 'sending') void deliver(one, true);
    },
    resendWith(key, file) {
      const one = find(key);
      if (!one || one.state === 'sending') return;
      if (one.photo) removePhoto(one.photo.key);
      const photo = file && storePhoto(file);
      update(key, { photo });
      void deliver({ ...one, photo }, true);
    },
    takeBack(key) {
      const one = find(key);
      if (!one) return;
      const text = [state.get().text.trim(), one.text].filter(Boolean).join('\n');
      const { photo } = state.get();
      // The field has one photo: that of the question that is taken back.
      if (photo && one.photo) removePhoto(photo.key);
      const unsent = state.get().unsent.filter((other) => other !== one);
      set({ text, photo: one.photo ?? photo, unsent });
    },
    remove(key) {
      const one = find(key);
      const index = state.get().unsent.findIndex((other) => other.key === key);
      const photo = one?.photo && readPhoto(one.photo.key);
      if (one?.photo) removePhoto(one.photo.key);
      drop(key);
      return {
        async restore() {
          if (!one || find(key)) return;
          const file = await photo;
          const restored = file ? { ...one, photo: storePhoto(file) } : one;
          set({ ...state.get(), unsent: state.get().unsent.toSpliced(index, 0, restored) });
        },
      };
    },
  };
}

type Sending = {
  readonly role: Role;
  readonly checkup: string;
  readonly update: (key: string, change: Partial<Unsent>) => void;
  readonly drop: (key: string) => void;
};

async function sendUnsent(
  { role, checkup, update, drop }: Sending,
  one: Unsent,
  isRepeated: boolean,
): Promise<void> {
  update(one.key, { state: 'sending' });
  try {
    // The answer to the first attempt may have been lost.
    const isThere = isRepeated && (await isListed(role, checkup, one));
    if (!isThere) {
      const { text, report, pin } = one;
      const body = { text, report, file: pin?.file ?? null, point: pin?.point ?? null };
      const photo = one.photo && (await readPhoto(one.photo.key));
      if (one.photo && !photo) {
        const lost = { ...one.photo, isLost: true };
        update(one.key, { state: 'refused', photo: lost, message: texts.photoLost() });
        return;
      }
      await sendQuestion(role, checkup, body, photo ?? null);
    }
    if (one.photo) removePhoto(one.photo.key);
    drop(one.key);
  } catch (error) {
    const message = isUnanswered(error) ? '' : describeError(error, texts.sendFailed());
    update(one.key, { state: isTemporaryFailure(error) ? 'waiting' : 'refused', message });
  }
}

const storePhoto = (photo: File): UnsentPhoto => ({ key: savePhoto(photo), name: photo.name });

function readContent(name: string): Content {
  const stored = (readStored(name) ?? {}) as Partial<Content>;
  const { text = '', photo = null, unsent = [] } = stored;
  return { text, photo, unsent: unsent.map(toStored) };
}

/** Whether the server has got what was under way is unknown; what was refused waits for its author. */
const toStored = (one: Unsent): Unsent =>
  one.state === 'refused' ? one : { ...one, state: 'waiting' };

const listSame = ({ questions }: QuestionList, role: Role, text: string): string[] =>
  questions.flatMap((one) => (isOwn(one, role) && one.text === text ? [one._id] : []));

async function isListed(role: Role, checkup: string, { text, former }: Unsent): Promise<boolean> {
  const query = { ...questionsQuery(role, checkup), staleTime: 0 };
  const list = await queryClient.fetchQuery(query);
  return former !== undefined && listSame(list, role, text).length > former.length;
}

/** Whether a question was written by the reader's side. */
export const isOwn = ({ author }: Question, role: Role): boolean =>
  author.role === (role === 'admin' ? 'staff' : 'partner');
