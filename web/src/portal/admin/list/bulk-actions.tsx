import * as texts from '@deqiq/messages/office/bulk.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, nameRow } from '../../../ui/list/data-table.tsx';
import { type Confirmation, confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { ActionMenu } from './rows/action-menu.tsx';

type Undo = () => Promise<unknown>;

/** Does the same to each selected row. */
export type BulkAction<Row> = {
  label: string;
  /** Of actions that cannot be undone. */
  confirmation?: (count: number) => Confirmation;
  /** Returns how to undo it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: of actions without undo
  run: (row: Row) => Promise<Undo | void>;
};

/** One of several actions, such as a person to choose. */
export type BulkMenu<Row> = { label: string; choices: readonly BulkAction<Row>[] };

/** The selection in a list; it ends with the page, the search and the filters. */
export function useSelection(listKey: string) {
  const [state, setState] = useState({ listKey, keys: new Set<string>() });
  if (state.listKey !== listKey) setState({ listKey, keys: new Set() });
  return {
    keys: state.keys,
    set: (keys: Iterable<string>) => setState({ listKey, keys: new Set(keys) }),
    toggle: (key: string) => {
      const keys = new Set(state.keys);
      if (!keys.delete(key)) keys.add(key);
      setState({ listKey, keys });
    },
  };
}

type Selection = ReturnType<typeof useSelection>;

/** The columns with a box before the number of each row. */
export const withBoxes = <Row,>(
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string,
  { keys, toggle }: Selection,
): readonly Column<Row>[] =>
  columns.map((column) =>
    column.id === 'number'
      ? {
          ...column,
          cell: (row, number) => (
            <Box
              isChecked={keys.has(rowKey(row))}
              label={texts.select({ row: nameRow(columns, row, number) ?? String(number) })}
              onChange={() => toggle(rowKey(row))}
            >
              {column.cell(row, number)}
            </Box>
          ),
        }
      : column,
  );

type BoxProps = { isChecked: boolean; label: string; onChange: () => void; children: ReactNode };

const Box = ({ isChecked, label, onChange, children }: BoxProps) => (
  <label className="-m-2 inline-flex cursor-pointer items-center gap-2.5 p-2 max-md:flex-row-reverse">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={onChange}
      className="size-4 accent-accent"
    />
    {children}
  </label>
);

type BulkBarProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  actions: readonly (BulkAction<Row> | BulkMenu<Row>)[];
  selection: Selection;
  /** For owners, where the list can be exported. */
  exported?: ((ids: string[]) => ReactNode) | undefined;
};

/** The actions for the selected rows, while there are any. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { rows, rowKey, columns, actions, selection, exported } = props;
  const [isBusy, setBusy] = useState(false);
  const selected = rows.filter((row) => selection.keys.has(rowKey(row)));
  if (selected.length === 0) return null;
  const run = async (action: BulkAction<Row>) => {
    const question = action.confirmation?.(selected.length);
    if (question && !(await confirm(question))) return;
    setBusy(true);
    const failed = await runOnAll(action, selected, (row) => nameRow(columns, row, 0) ?? '');
    selection.set(failed.map(rowKey));
    setBusy(false);
  };
  return (
    <section
      aria-label={texts.selection()}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2.5 rounded-card border border-line bg-raised px-4 py-2.5 shadow-float print:hidden"
    >
      <p role="status" className="mr-1 text-desk font-medium tabular-nums">
        {texts.count({ count: selected.length })}
      </p>
      {actions.map((action) =>
        'choices' in action ? (
          <ActionMenu
            key={action.label}
            label={action.label}
            trigger={
              <Button variant="outline" busy={isBusy}>
                {action.label}
                <ChevronDown size={17} aria-hidden="true" />
              </Button>
            }
            items={action.choices.map((choice) => ({
              label: choice.label,
              run: () => void run(choice),
            }))}
          />
        ) : (
          <Button
            key={action.label}
            variant="outline"
            busy={isBusy}
            onClick={() => void run(action)}
          >
            {action.label}
          </Button>
        ),
      )}
      {exported?.(selected.map(rowKey))}
      <span className="ml-auto flex flex-wrap gap-1">
        {selected.length < rows.length && (
          <Button variant="quiet" onClick={() => selection.set(rows.map(rowKey))}>
            {texts.selectAll()}
          </Button>
        )}
        <Button variant="quiet" disabled={isBusy} onClick={() => selection.set([])}>
          {texts.clear()}
        </Button>
      </span>
    </section>
  );
}

/** One row after the other. Names those that failed, and returns them; the others can be undone. */
async function runOnAll<Row>(
  { run }: BulkAction<Row>,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Promise<Row[]> {
  const undos: Undo[] = [];
  const failed: Row[] = [];
  const sentences: string[] = [];
  for (const row of rows) {
    try {
      const undo = await run(row);
      if (undo) undos.push(undo);
    } catch (error) {
      failed.push(row);
      sentences.push(`${nameOf(row)}: ${describeError(error, texts.failed())}`);
    }
  }
  const count = rows.length - failed.length;
  const undo =
    undos.length > 0 ? { label: listTexts.undo(), run: () => void undoAll(undos) } : undefined;
  if (count > 0) toast.success(texts.changed({ count }), undo);
  if (failed.length > 0) void showError(`${texts.notChanged()} ${sentences.join('; ')}`);
  return failed;
}

async function undoAll(undos: readonly Undo[]): Promise<void> {
  const sentences: string[] = [];
  for (const undo of undos)
    await undo().catch((error: unknown) => sentences.push(describeError(error, texts.failed())));
  if (sentences.length > 0) void showError(`${texts.notUndone()} ${sentences.join('; ')}`);
}
