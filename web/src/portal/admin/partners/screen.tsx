import { type Partner, partnerMessages } from '@deqiq/contract/partners.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../api/http.ts';
import { deletePartner, partnersQuery } from '../../../api/partners.ts';
import { formatDay } from '../../../lib/format.ts';
import { useListState, useStepBack } from '../../../lib/list-state.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm, showError } from '../../../ui/confirm.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { toast } from '../../../ui/toast.ts';
import { Email, Whole } from '../list/cells.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import { fullName } from './partner-form.ts';
import { ResetPassword } from './reset-password.tsx';

const columns: Column<Partner>[] = [
  { id: 'number', header: '#', cell: (_, number) => number },
  { id: 'name', header: 'Full Name', title: true, cell: fullName },
  { id: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email> },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <Whole>{phone}</Whole> },
  { id: 'instagram', header: 'Instagram', cell: ({ instagram }) => instagram },
  {
    id: 'birthDate',
    header: 'Birth Date',
    cell: ({ birthDate }) => <Whole>{formatDay(birthDate)}</Whole>,
  },
];

type Opened = { kind: 'add' } | { kind: 'edit' | 'reset'; partner: Partner };

/** Partners: who may refer patients, and how to reach them. */
export function Component() {
  const { page, search, setPage, setSearch } = useListState('fullName');
  const query = useQuery(partnersQuery(page, search));
  const paging = query.data?.pagination;
  useStepBack(page, query.isPlaceholderData ? undefined : paging?.totalPage, setPage);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  return (
    <>
      <title>Partners · Admin Panel</title>
      <PageHeader title="Partners">
        <ExportButton list="partners" search={search} />
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setOpened({ kind: 'add' })}
        >
          Add Partner
        </Button>
      </PageHeader>
      <SearchBar
        value={search}
        onSearch={setSearch}
        placeholder="Search by name..."
        busy={query.isPlaceholderData}
        className="max-w-xl"
      />
      <DataTable
        query={query}
        rows={(list) => list.partners}
        rowKey={(partner) => partner._id}
        columns={columns}
        caption="Partners"
        empty="No Partners Found"
        failed={partnerMessages.listFailed}
        firstNumber={({ pagination }) => (pagination.currentPage - 1) * pagination.itemsPerPage + 1}
        actions={(partner) => (
          <>
            <IconButton
              label="Delete"
              variant="danger"
              icon={<Trash2 size={17} aria-hidden="true" />}
              onClick={() => void remove(partner)}
            />
            <IconButton
              label="Edit"
              icon={<Pencil size={17} aria-hidden="true" />}
              onClick={() => setOpened({ kind: 'edit', partner })}
            />
            <IconButton
              label="Reset password"
              icon={<KeyRound size={17} aria-hidden="true" />}
              onClick={() => setOpened({ kind: 'reset', partner })}
            />
          </>
        )}
      />
      {paging && (
        <Pagination
          page={page}
          totalPages={paging.totalPage}
          onPage={setPage}
          window={5}
          busy={query.isPlaceholderData}
        />
      )}
      {opened?.kind === 'reset' && <ResetPassword partner={opened.partner} onClose={close} />}
      {opened?.kind === 'add' && <PartnerDialog onClose={close} />}
      {opened?.kind === 'edit' && <PartnerDialog partner={opened.partner} onClose={close} />}
    </>
  );
}

async function remove(partner: Partner): Promise<void> {
  const sure = await confirm({
    title: 'Əminsiniz?',
    text: `${fullName(partner)} partnyorlar siyahısından silinəcək.`,
    danger: true,
  });
  if (!sure) return;
  try {
    await deletePartner(partner);
    toast.success(partnerMessages.deleted);
  } catch (error) {
    await showError(messageOf(error, partnerMessages.deleteFailed));
  }
}
