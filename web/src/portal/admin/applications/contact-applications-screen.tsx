import type { ContactMessage } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import { contactMessagesQuery } from '../../../api/site/applications.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Dash } from '../list/rows/cells.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const listColumns = () =>
  columnsAround<ContactMessage>([
    {
      id: 'message',
      header: texts.message(),
      wide: true,
      cell: ({ message }) => (message ? <LongText>{message}</LongText> : <Dash />),
    },
  ]);

export function ContactApplicationsScreen() {
  const { actions, dialog, onOpen } = useApplicationActions('contact');
  return (
    <>
      <ListScreen
        {...applicationList('contact')}
        title={texts.contactTitle()}
        name="contacts"
        list={contactMessagesQuery}
        columns={listColumns()}
        empty={texts.contactNoneFound()}
        failed={texts.contactFailed()}
        onOpen={onOpen}
        actions={actions}
      />
      {dialog}
    </>
  );
}
