import type { DiagnosticReport, SaveReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { ReportContent } from '@deqiq/contract/reports/report-content.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import { describeError, HttpError, isUnanswered } from '../../../../api/http/http-error.ts';
import { beforeRetry } from '../../../../api/http/reconnect.ts';
import { currentReport } from '../../../../api/reports/diagnostic-reports.ts';
import { createStore, type Store } from '../../../../lib/store.ts';
import { readStored, writeStored } from '../../../stored-drafts.ts';
import { type Conflict, isSameContent, mergeContent, replaceField } from './merge-content.ts';

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
  const name = `report:${report._id}`;
  const unsent = storage.read(name) as Unsent | undefined;
  const state = createStore(openDraft(report, unsent));
  let attempted = unsent?.attempted ?? [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;

  function set(change: Partial<DraftState>): void {
    const next = { ...state.get(), ...change };
    const { saved, content, conflicts } = next;
    const isSent = conflicts.length === 0 && isSameContent(content, saved.content);
    const stored: Unsent = { base: saved.content, content, attempted, conflicts };
    storage.write(name, isSent ? undefined : stored);
    state.set(next);
  }

  function schedule(delay = SAVE_DELAY): void {
    timer ??= setTimeout(() => void saveNow(), delay);
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving ??= send().finally(() => {
      saving = undefined;
      const { content, saved, status, ended } = state.get();
      if (!ended && status === 'unsaved' && !isSameContent(content, saved.content)) schedule();
    });
    return saving;
  }

  async function send(): Promise<void> {
    const { content, saved, ended } = state.get();
    if (ended) return;
    if (isSameContent(content, saved.content)) return set({ status: 'saved', message: '' });
    attempted = [...attempted.filter((one) => one !== content), content].slice(-MAX_ATTEMPTS);
    set({ status: 'saving' });
    try {
      const answer = await save(saved._id, { version: saved.version, content });
      failures = 0;
      attempted = [];
      const isWhole = isSameContent(state.get().content, content);
      set({ saved: { ...answer, content }, status: isWhole ? 'saved' : 'unsaved', message: '' });
    } catch (error) {
      handleFailure(error);
    }
  }

  function handleFailure(error: unknown): void {
    const current = currentReport(error);
    if (current) return take(current);
    if (error instanceof HttpError && error.status === 404) return set({ ended: 'deleted' });
    const isBrief = isUnanswered(error) || (error instanceof HttpError && isOverload(error.status));
    const message = describeError(error, texts.saveFailed());
    set({ status: isBrief ? 'offline' : 'refused', message });
    if (!isBrief) return;
    failures += 1;
    void beforeRetry(failures).then(() => {
      if (state.get().status === 'offline') void saveNow();
    });
  }

  function take(current: DiagnosticReport): void {
    const { saved, content, conflicts } = state.get();
    if (current.state !== 'draft') return set({ ended: 'signed', saved: current });
    const merged = mergeContent(saved.content, content, current.content, attempted);
    attempted = [];
    const isSent = isSameContent(merged.content, current.content);
    set({
      saved: current,
      content: merged.content,
      conflicts: joinConflicts(conflicts, merged.conflicts),
      status: isSent ? 'saved' : 'unsaved',
    });
    if (!isSent) schedule(0);
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
      return isSaved(state.get());
    },
  };
}

const isOverload = (status = 0): boolean => status === 429 || status >= 500;

const isSaved = ({ content, saved, ended }: DraftState): boolean =>
  !ended && isSameContent(content, saved.content);

/** The draft with what a former page could not send. */
function openDraft(report: DiagnosticReport, unsent: Unsent | undefined): DraftState {
  const merged = unsent
    ? mergeContent(unsent.base, unsent.content, report.content, unsent.attempted)
    : { content: report.content, conflicts: [] };
  return {
    content: merged.content,
    saved: report,
    conflicts: joinConflicts(unsent?.conflicts ?? [], merged.conflicts),
    status: isSameContent(merged.content, report.content) ? 'saved' : 'unsaved',
    message: '',
    ended: undefined,
  };
}

/** A field that still waits for a decision keeps all that was written here. */
function joinConflicts(former: readonly Conflict[], next: readonly Conflict[]): Conflict[] {
  const kept = former.map(({ field, mine }) => {
    const newer = next.find((one) => one.field === field);
    return { field, mine: newer ? `${mine}\n${newer.mine}` : mine };
  });
  return [...kept, ...next.filter(({ field }) => !kept.some((one) => one.field === field))];
}
