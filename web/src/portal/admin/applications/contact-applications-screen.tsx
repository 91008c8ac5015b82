import type { ContactMessage } from '@deqiq/contract/site/application-lists.ts';
import { contactMessagesQuery } from '../../../api/site/applications.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { Dash } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const columns = columnsAround<ContactMessage>([
  {
    id: 'message',
    header: 'Message',
    wide: true,
    cell: ({ message }) => (message ? <LongText>{message}</LongText> : <Dash />),
  },
]);

export function ContactApplicationsScreen() {
  const { actions, dialog } = useApplicationActions('contact');
  return (
    <>
      <ListScreen
        {...applicationList('contact')}
        title="Messages"
        list={contactMessagesQuery}
        columns={columns}
        empty="No Messages Found"
        failed="Failed to load messages"
        actions={actions}
      />
      {dialog}
    </>
  );
}
