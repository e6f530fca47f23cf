import { ticket } from '@lobby/shared/modules/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/permissions.ts';
import { AwaitedDialog } from '../../kit/ui/AwaitedDialog.tsx';
import { AwaitedDrawer } from '../../kit/ui/detail/AwaitedDrawer.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { card, cells, folded, unread } from './rows.tsx';

const TicketDrawer = lazyPart(async () => (await import('./TicketDrawer.tsx')).TicketDrawer, AwaitedDrawer);
const NewTicket = lazyPart(async () => (await import('./NewTicket.tsx')).NewTicket, AwaitedDialog);

const WIDTHS = {
  code: 118,
  title: 240,
  unitId: 78,
  residentId: 152,
  typeId: 126,
  assigneeId: 164,
  dueAt: 116,
  status: 122,
};
const HIDDEN = ['departmentId', 'labelIds', 'priority', 'createdAt', 'rating'];

/** The help desk: the live queue, and the open request beside it. */
export function Component() {
  const { t } = useTranslation('ticket');
  const mayWrite = useCan(ticket.code, 'write');
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        hidden={HIDDEN}
        definition={ticket}
        param="helpDeskId"
        cells={cells}
        folded={folded}
        card={card}
        unread={unread}
        onCreate={mayWrite ? () => setCreating(true) : undefined}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <TicketDrawer id={id} nav={nav} />}
      />
      {creating && <NewTicket onClose={() => setCreating(false)} />}
    </>
  );
}
