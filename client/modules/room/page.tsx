import { room } from '@lobby/shared/modules/room.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { DrawerSkeleton } from '../../kit/ui/detail/DrawerSkeleton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { card, cells, folded, unread } from './rows.tsx';

const RoomDrawer = lazyPart(async () => (await import('./RoomDrawer.tsx')).RoomDrawer, DrawerSkeleton);
const NewRoom = lazyPart(async () => (await import('./NewRoom.tsx')).NewRoom, DialogSkeleton);

const WIDTHS = { title: 200, unitId: 84, residentId: 160, lastText: 300, waitingSince: 110, status: 104 };
const HIDDEN = ['roomType', 'departmentId', 'createdAt'];

/** What residents and the management talk about, those who wait for us first; the open conversation beside it. */
export function Component() {
  const { t } = useTranslation('room');
  const mayWrite = useCan(room.code, 'write');
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        hidden={HIDDEN}
        definition={room}
        cells={cells}
        folded={folded}
        card={card}
        unread={unread}
        onCreate={mayWrite ? () => setCreating(true) : undefined}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <RoomDrawer id={id} nav={nav} />}
      />
      {creating && <NewRoom onClose={() => setCreating(false)} />}
    </>
  );
}
