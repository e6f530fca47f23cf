import { ticket } from '@lobby/shared/modules/ticket.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { DrawerSkeleton } from '../../kit/ui/detail/drawer/DrawerSkeleton.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useSlaWidth } from '../../kit/ui/list/columns/useSlaWidth.ts';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { card, cells, folded, unread } from './rows.tsx';

const TicketDrawer = lazyPart(async () => (await import('./TicketDrawer.tsx')).TicketDrawer, DrawerSkeleton);
const NewTicket = lazyPart(async () => (await import('./NewTicket.tsx')).NewTicket, DialogSkeleton);

const WIDTHS = {
  title: 240,
  unitId: 78,
  residentId: 152,
  typeId: 126,
  assigneeId: 164,
  serviceLevel: 180,
};

/** Live ticket queue with the open ticket beside it. */
export function Component() {
  const { t } = useTranslation('ticket');
  const mayWrite = useCan(ticket.code, 'write');
  const [creating, setCreating] = useState(false);
  const dueAt = useSlaWidth();
  const widths = useMemo(() => ({ ...WIDTHS, dueAt, answerDueAt: dueAt }), [dueAt]);
  return (
    <>
      <ListPage
        widths={widths}
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
