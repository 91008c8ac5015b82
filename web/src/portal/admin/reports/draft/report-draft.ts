import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { DiagnosticReport, SaveReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import { describeError, HttpError, isTemporaryFailure } from '../../../../api/http/http-error.ts';
import { beforeRetry } from '../../../../api/http/reconnect.ts';
import { currentReport } from '../../../../api/reports/diagnostic-reports.ts';
import { createStore, type Store } from '../../../../lib/store.ts';
import { readStored, writeStored } from '../../../shell/stored/stored-drafts.ts';
import { toFields } from './content-fields.ts';
import {
  type Conflict,
  isSameContent,
  type Merged,
  mergeContent,
  replaceField,
  withoutConflicts,
} from './merge-content.ts';

/** Milliseconds after the first unsaved key. */
const SAVE_DELAY = 1_000;

/** Versions that were sent without an answer, and that may have arrived. */
const MAX_ATTEMPTS = 20;

export type DraftState = {
  /** As it is on the screen. */
  readonly content: ReportContent;
  /** As the server has it. */
  readonly saved: DiagnosticReport;
  /** Texts that were changed here and in another window. They wait for the author's decision. */
  readonly conflicts: readonly Conflict[];
  readonly status: 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';
  /** Why the server has refused it. */
  readonly message: string;
  /** It is a draft no more, by what another window did. */
  readonly ended: 'signed' | 'deleted' | undefined;
};

/** A draft that saves itself. What the server has not got is stored in this tab with every key. */
export type ReportDraft = {
  readonly state: Store<DraftState>;
  change: (content: ReportContent) => void;
  /** Takes over a version that this window has not saved. */
  receive: (report: DiagnosticReport) => void;
  decide: (field: string, text: string) => void;
  /** Saves now. Resolves with whether the server has everything. */
  flush: () => Promise<boolean>;
  /** The author has signed out: nothing more is sent. */
  stop: () => void;
};

type Save = (id: string, body: SaveReport) => Promise<DiagnosticReport>;

type Unsent = {
  readonly base: ReportContent;
  readonly content: ReportContent;
  /** Sent without an answer. */
  readonly attempted: readonly ReportContent[];
  readonly conflicts: readonly Conflict[];
};

/** Where unsent input is kept. */
export type DraftStorage = {
  readonly read: (name: string) => unknown;
  readonly write: (name: string, value: unknown) => void;
};

const inTab: DraftStorage = { read: readStored, write: writeStored };

export function createReportDraft(
  report: DiagnosticReport,
  save: Save,
  storage = inTab,
): ReportDraft {
  const { state, set, attempt, confirm, merge, fail } = createStoredDraft(report, storage);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;
  let isStopped = false;

  function schedule(delay = SAVE_DELAY): void {
    timer ??= setTimeout(() => void saveNow(), delay);
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving ??= send().finally(() => {
      saving = undefined;
      // A later key has its own timer, unless that ended while this was sent.
      if (!isStopped && state.get().status === 'unsaved' && !isSaved(state.get())) schedule(0);
    });
    return saving;
  }

  async function send(): Promise<void> {
    const { saved, ended } = state.get();
    if (ended || isStopped) return;
    if (isSaved(state.get())) {
      set({ status: 'saved', message: '' });
      return;
    }
    const content = listUnsent(state.get());
    attempt(content);
    try {
      const answer = await save(saved._id, { version: saved.version, content });
      failures = 0;
      confirm({ ...answer, content });
    } catch (error) {
      handleFailure(error);
    }
  }

  function handleFailure(error: unknown): void {
    const current = currentReport(error);
    if (current) {
      take(current);
      return;
    }
    if (!fail(error)) return;
    failures += 1;
    void beforeRetry(failures).then(() => {
      if (state.get().status === 'offline') void saveNow();
    });
  }

  function take(current: DiagnosticReport): void {
    merge(current);
    const { status, ended } = state.get();
    if (status === 'unsaved' && !ended) schedule(0);
  }

  if (state.get().status === 'unsaved') schedule(0);
  return {
    state,
    change(content) {
      const { status } = state.get();
      set({ content, status: status === 'saving' || status === 'offline' ? status : 'unsaved' });
      schedule();
    },
    receive(current) {
      const { saved, ended } = state.get();
      const isNews = current.version > saved.version || current.state !== saved.state;
      if (isNews && !saving && !ended) take(current);
    },
    decide(field, text) {
      const { content, conflicts } = state.get();
      set({
        content: replaceField(content, field, text),
        conflicts: conflicts.filter((one) => one.field !== field),
        status: 'unsaved',
      });
      schedule(0);
    },
    async flush() {
      await saving;
      // A merge with another window is saved again.
      for (let tries = 0; tries < 3 && !isSaved(state.get()); tries += 1) await saveNow();
      return !state.get().ended && isSaved(state.get());
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The draft on the screen and that of the server; a difference is stored in the tab with every change. */
function createStoredDraft(report: DiagnosticReport, storage: DraftStorage) {
  const name = `report:${report._id}`;
  const unsent = storage.read(name) as Unsent | undefined;
  const state = createStore(openDraft(report, unsent));
  let attempted = unsent?.attempted ?? [];

  function set(change: Partial<DraftState>): void {
    const next = { ...state.get(), ...change };
    const { saved, content, conflicts } = next;
    const isSent = isSameContent(content, saved.content);
    const stored: Unsent = { base: saved.content, content, attempted, conflicts };
    storage.write(name, isSent ? undefined : stored);
    state.set(next);
  }

  return {
    state,
    set,
    /** A version is sent: it may arrive without an answer. */
    attempt(content: ReportContent) {
      attempted = [...attempted.filter((one) => one !== content), content].slice(-MAX_ATTEMPTS);
      set({ status: 'saving' });
    },
    /** The server has got the version that was sent. */
    confirm(saved: DiagnosticReport) {
      attempted = [];
      const isWhole = isSameContent(listUnsent(state.get()), saved.content);
      set({ saved, status: isWhole ? 'saved' : 'unsaved', message: '' });
    },
    /** The server has not taken it. Returns whether a later attempt may succeed. */
    fail(error: unknown): boolean {
      if (error instanceof HttpError && error.status === 404) {
        set({ ended: 'deleted' });
        return false;
      }
      const isBrief = isTemporaryFailure(error);
      const message = describeError(error, texts.saveFailed());
      set({ status: isBrief ? 'offline' : 'refused', message });
      return isBrief;
    },
    /** Joins the version of another window. */
    merge(current: DiagnosticReport) {
      const { saved, content, conflicts } = state.get();
      if (current.state !== 'draft') {
        set({ ended: 'signed', saved: current });
        return;
      }
      const merged = mergeContent(saved.content, content, current.content, attempted);
      attempted = [];
      const next = { saved: current, ...joinConflicts(conflicts, merged) };
      const isSent = isSaved({ ...state.get(), ...next });
      set({ ...next, status: isSent ? 'saved' : 'unsaved' });
    },
  };
}

const listUnsent = ({ content, conflicts }: DraftState): ReportContent =>
  withoutConflicts(content, conflicts);

/** Whether the server has all that may be saved before the author has decided about conflicts. */
const isSaved = (state: DraftState): boolean =>
  isSameContent(listUnsent(state), state.saved.content);

/** The draft with what a former page could not send. */
function openDraft(report: DiagnosticReport, unsent: Unsent | undefined): DraftState {
  const { base, content, attempted, conflicts = [] } = unsent ?? {};
  const merged =
    base && content
      ? mergeContent(base, content, report.content, attempted)
      : { content: report.content, conflicts: [] };
  const state: DraftState = {
    ...joinConflicts(conflicts, merged),
    saved: report,
    status: 'saved',
    message: '',
    ended: undefined,
  };
  return isSaved(state) ? state : { ...state, status: 'unsaved' };
}

/** A field waits for a decision until both windows have the same text. */
function joinConflicts(former: readonly Conflict[], { content, conflicts }: Merged): Merged {
  const fields = toFields(content);
  const all = [
    ...former.filter(({ field }) => !conflicts.some((one) => one.field === field)),
    ...conflicts,
  ];
  return {
    content,
    conflicts: all.filter(({ field, theirs }) => (fields.get(field) ?? '') !== theirs),
  };
}
